package io.twophase.adapter.inmemory;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The repositories of one store in memory. */
public final class InMemoryStore implements Store {

  /** The name of the accounts' collection, for operations on accounts as documents. */
  public static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  private static final Home HOME = new Home("memory");

  private final OwnerRepository owners;
  private final ActionRepository actions;
  private final CarriedBalanceRepository carried = new InMemoryCarriedBalanceRepository();
  private final InMemoryHolds holds;
  private final Accounts accounts;
  private final InMemoryRecords records;

  private InMemoryStore(
      InstantSource clock,
      HoldLimit limit,
      Optional<Duration> keptFor,
      Optional<ReceiptPeriod> receipts) {
    this.owners = new InMemoryOwnerRepository(clock);
    this.actions = new InMemoryActionRepository(clock);
    this.holds = new InMemoryHolds(new HoldRules(HOME, ACCOUNTS, limit));
    this.accounts = holds.accounts(clock);
    this.records =
        new InMemoryRecords(
            clock,
            new Keeping(
                keptFor,
                receipts,
                keptFor.isPresent(),
                receipts.equals(Optional.of(ReceiptPeriod.FOR_EVER))));
  }

  /** An empty store, whose clock is {@code clock}. */
  public static InMemoryStore create(InstantSource clock) {
    return create(clock, HoldLimit.DEFAULT);
  }

  /**
   * An empty store, whose clock is {@code clock}, and whose accounts and documents have at most so
   * many holds each.
   */
  public static InMemoryStore create(InstantSource clock, HoldLimit limit) {
    return new InMemoryStore(clock, limit, Optional.empty(), Optional.empty());
  }

  /**
   * An empty store, whose clock is {@code clock}, and of which retention removes finished records
   * {@code after} they were finished.
   *
   * @throws IllegalArgumentException if the time is not above zero
   */
  public static InMemoryStore keeping(Duration after, InstantSource clock) {
    return keeping(after, Optional.empty(), clock);
  }

  /**
   * Returns the same, where each leaves a receipt for that time.
   *
   * @throws IllegalArgumentException if the time {@code after} is not above zero
   */
  public static InMemoryStore keeping(
      Duration after, Optional<ReceiptPeriod> receipts, InstantSource clock) {
    if (after.isZero() || after.isNegative()) {
      throw new IllegalArgumentException("retention after " + after);
    }
    return new InMemoryStore(clock, HoldLimit.DEFAULT, Optional.of(after), receipts);
  }

  @Override
  public InMemoryHolds holds() {
    return holds;
  }

  /**
   * Stores a document as a host does that writes outside of transactions: see {@link
   * InMemoryHolds#store}.
   */
  public void store(DocumentRef document, Fields fields) {
    holds.store(document, fields);
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public Accounts accounts() {
    return accounts;
  }

  @Override
  public EventRepository events() {
    return records.events();
  }

  @Override
  public CarriedBalanceRepository carried() {
    return carried;
  }

  @Override
  public OwnerRepository owners() {
    return owners;
  }

  @Override
  public ActionRepository actions() {
    return actions;
  }

  @Override
  public String describe() {
    return "a store in memory";
  }

  /** The one home of this store, of a name that all stores in memory have. */
  @Override
  public Home home() {
    return HOME;
  }
}
