package io.twophase.adapter.inmemory;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.NoHold;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.RangeRepository;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The accounts in a concurrent map. Each change is a compare-and-set on one account, of what the
 * rules of {@link Account} make of it. Nothing here is ever in doubt, unreachable or unreadable.
 */
public final class InMemoryAccountRepository implements AccountRepository {

  /** A rule of {@link Account} for a hold that is there. */
  private interface HeldRule {
    Either<NoHold, Account> apply(Account account, Leg leg);
  }

  private static final HeldRule STAMP =
      (account, leg) -> account.stamp(leg.transaction(), leg.epoch(), leg.operation());

  private static final HeldRule SETTLE = Account::settle;

  private static final HeldRule RELEASE =
      (account, leg) -> account.release(leg.transaction(), leg.operation());

  private static final HeldRule WITHDRAW =
      (account, leg) -> account.withdraw(leg.transaction(), leg.epoch(), leg.operation());

  private final HoldLimit limit;
  private final ConcurrentMap<AccountId, Stored<AccountDocument>> accounts =
      new ConcurrentHashMap<>();

  /** No accounts yet; each may have at most so many holds at a time. */
  public InMemoryAccountRepository(HoldLimit limit) {
    this.limit = limit;
  }

  /** The same accounts as the documents of a collection. */
  AccountDocuments asDocuments(CollectionName collection) {
    return new AccountDocuments(collection, accounts, limit);
  }

  /** The same accounts as batches hold them. */
  public RangeRepository ranges() {
    return new InMemoryRangeRepository(accounts, limit);
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    List<OpenOutcome> outcomes = new ArrayList<>(openings.size());
    for (Opening opening : openings) {
      outcomes.add(open(opening));
    }
    return outcomes;
  }

  private OpenOutcome open(Opening opening) {
    Stored<AccountDocument> existing =
        accounts.putIfAbsent(opening.id(), new Stored<>(AccountDocument.of(Account.open(opening))));
    if (existing == null) {
      return new OpenOutcome.Opened();
    }
    Opening before = existing.value().account().opening();
    return before.equals(opening)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(before));
  }

  @Override
  public List<AccountLookup> find(List<AccountId> wanted) {
    List<AccountLookup> lookups = new ArrayList<>(wanted.size());
    for (AccountId id : wanted) {
      lookups.add(findLatest(id));
    }
    return lookups;
  }

  /** As any read: there is one copy of it all. */
  @Override
  public AccountLookup findLatest(AccountId id) {
    Stored<AccountDocument> account = accounts.get(id);
    return account == null
        ? new AccountLookup.Absent(id)
        : new AccountLookup.Found(account.value().account());
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    List<Map.Entry<AccountId, Stored<AccountDocument>>> sorted =
        new ArrayList<>(accounts.entrySet());
    sorted.sort(Map.Entry.comparingByKey());
    for (Map.Entry<AccountId, Stored<AccountDocument>> account : sorted) {
      consumer.accept(new AccountLookup.Found(account.getValue().value().account()));
    }
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    Stored<AccountDocument> stored = accounts.get(id);
    if (stored == null) {
      return new StatusOutcome.Refused(new StatusRefusal.NotFound(id));
    }
    return changed(stored, account -> account.change(change))
        .fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    List<AccountHoldOutcome> outcomes = new ArrayList<>(legs.size());
    for (Leg leg : legs) {
      outcomes.add(hold(leg));
    }
    return outcomes;
  }

  private AccountHoldOutcome hold(Leg leg) {
    Stored<AccountDocument> stored = accounts.get(leg.account());
    return stored == null
        ? new AccountHoldOutcome.Refused(new HoldRefusal.NoSuchAccount(leg.account()))
        : changed(
                stored,
                account -> account.hold(leg.transaction(), leg.epoch(), leg.operation(), limit))
            .fold(InMemoryAccountRepository::outcome, held -> placed(held, leg));
  }

  /** Of a debit that takes as much as there is, the hold says how much that was. */
  private static AccountHoldOutcome placed(Account account, Leg leg) {
    return leg.operation() instanceof Debit debit && debit.atMost()
        ? AccountHoldOutcome.held(debit.of(account.holds().get(leg.transaction()).get().amount()))
        : AccountHoldOutcome.held();
  }

  /** Changes the account by a rule of its own, and leaves the rest of its document as it is. */
  private static <R> Either<R, Account> changed(
      Stored<AccountDocument> stored, Function<Account, Either<R, Account>> rule) {
    return stored
        .<R>change(now -> rule.apply(now.account()).map(now::with))
        .map(AccountDocument::account);
  }

  private static AccountHoldOutcome outcome(HoldAnswer answer) {
    return answer.fold(
        present -> new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held()),
        denied -> new AccountHoldOutcome.Refused(denied.refusal()));
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return apply(STAMP, legs);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return apply(SETTLE, legs);
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return apply(RELEASE, legs);
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return apply(WITHDRAW, legs);
  }

  private List<MatchOutcome> apply(HeldRule rule, List<Leg> legs) {
    List<MatchOutcome> outcomes = new ArrayList<>(legs.size());
    for (Leg leg : legs) {
      outcomes.add(apply(rule, leg));
    }
    return outcomes;
  }

  private MatchOutcome apply(HeldRule rule, Leg leg) {
    Stored<AccountDocument> stored = accounts.get(leg.account());
    boolean isMatched =
        stored != null && changed(stored, account -> rule.apply(account, leg)).isRight();
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }
}
