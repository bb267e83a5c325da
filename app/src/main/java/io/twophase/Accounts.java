package io.twophase;

import io.twophase.domain.AccountId;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.Given;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Answers;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Opens accounts, shows them, and changes their status. Thread-safe. Each method throws {@link
 * StoreUnavailableException} if the store cannot be reached.
 */
@CheckReturnValue
public final class Accounts {

  private final Store store;
  private final CallerGuard guard;

  /**
   * Accounts of {@code store}.
   *
   * @param guard is asked before anything is written
   */
  public Accounts(Store store, CallerGuard guard) {
    this.store = store;
    this.guard = guard;
  }

  /**
   * Opens an account with a balance, no overdraft and no ceiling of its own. Idempotent: the same
   * figures again are the same answer. Figures that make no account are {@link
   * OpenOutcome.Refused}.
   */
  public OpenOutcome open(AccountId id, Money balance) {
    return Opening.of(Objects.requireNonNull(id, "id"), Objects.requireNonNull(balance, "balance"))
        .fold(OpenOutcome.Refused::new, this::open);
  }

  /** Opens one account. Idempotent: the same figures again are the same answer. */
  public OpenOutcome open(Opening opening) {
    return open(List.of(Objects.requireNonNull(opening, "opening"))).get(0);
  }

  /** Opens many; the answers come in their order. Each is opened, or not, by itself. */
  public List<OpenOutcome> open(List<Opening> openings) {
    List<Opening> all = Given.list(openings, "openings");
    guard.check();
    return store.accounts().open(all);
  }

  /** The account as it is now. */
  public AccountLookup find(AccountId id) {
    return find(List.of(Objects.requireNonNull(id, "id"))).get(0);
  }

  /**
   * The account as a majority of the store's servers has it, through a partition too: see {@link
   * Holds#findLatest}.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds
   */
  public AccountLookup findLatest(AccountId id) {
    Objects.requireNonNull(id, "id");
    return AccountLookup.of(id, store.holds().findLatest(new Target.OfAccount(id)));
  }

  /** The accounts as they are now, in the order asked. */
  public List<AccountLookup> find(List<AccountId> ids) {
    List<AccountId> all = Given.list(ids, "ids");
    List<Sight> seen = store.holds().find(all.stream().<Target>map(Target.OfAccount::new).toList());
    return Answers.map(all, seen, AccountLookup::of);
  }

  /** Shows {@code consumer} every account, in the order of their ids. */
  public void forEach(Consumer<AccountLookup> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    store
        .holds()
        .scan(
            store.accounts().collection(), false, seen -> consumer.accept(AccountLookup.of(seen)));
  }

  /** Freezes, unfreezes or closes an account. Idempotent. */
  public StatusOutcome change(AccountId id, StatusChange change) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(change, "change");
    guard.check();
    return store.accounts().change(id, change);
  }
}
