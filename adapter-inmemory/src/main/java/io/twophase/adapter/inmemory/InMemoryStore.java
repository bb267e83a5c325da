package io.twophase.adapter.inmemory;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.InstantSource;

/** The repositories of one store in memory. */
public final class InMemoryStore implements Store {

  /** The name of the accounts' collection, for operations on accounts as documents. */
  public static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  private static final Home HOME = new Home("memory");

  private final AccountRepository accounts;
  private final DocumentRepository documents;
  private final PeriodRepository periods;
  private final TransactionRepository transactions;
  private final Batches batches;
  private final OwnerRepository owners;
  private final EventRepository events;
  private final CarriedBalanceRepository carried = new InMemoryCarriedBalanceRepository();

  private InMemoryStore(
      InstantSource clock,
      HoldLimit limit,
      Option<Duration> keptFor,
      Option<ReceiptPeriod> receipts) {
    InMemoryAccountRepository ofAccounts = new InMemoryAccountRepository(limit);
    this.accounts = ofAccounts;
    InMemoryDocumentRepository ofHosts =
        new InMemoryDocumentRepository(limit, Option.some(ofAccounts.asDocuments(ACCOUNTS)));
    this.documents = ofHosts;
    this.periods = ofHosts.periods(clock);
    InMemoryTransactionRepository records =
        new InMemoryTransactionRepository(clock, keptFor, receipts);
    this.transactions = records;
    this.batches = new Batches(ofAccounts.ranges(), records.batches());
    this.owners = new InMemoryOwnerRepository(clock);
    this.events = records.events();
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
    return new InMemoryStore(clock, limit, Option.none(), Option.none());
  }

  /**
   * An empty store, whose clock is {@code clock}, and of which retention removes finished records
   * {@code after} they were finished.
   *
   * @throws IllegalArgumentException if the time is not above zero
   */
  public static InMemoryStore keeping(Duration after, InstantSource clock) {
    return keeping(after, Option.none(), clock);
  }

  /**
   * The same, where each leaves a receipt for that time.
   *
   * @throws IllegalArgumentException if the time {@code after} is not above zero
   */
  public static InMemoryStore keeping(
      Duration after, Option<ReceiptPeriod> receipts, InstantSource clock) {
    if (after.isZero() || after.isNegative()) {
      throw new IllegalArgumentException("retention after " + after);
    }
    return new InMemoryStore(clock, HoldLimit.DEFAULT, Option.some(after), receipts);
  }

  @Override
  public AccountRepository accounts() {
    return accounts;
  }

  @Override
  public DocumentRepository documents() {
    return documents;
  }

  @Override
  public TransactionRepository transactions() {
    return transactions;
  }

  @Override
  public Option<Batches> batches() {
    return Option.some(batches);
  }

  @Override
  public Option<EventRepository> events() {
    return Option.some(events);
  }

  @Override
  public Option<PeriodRepository> periods() {
    return Option.some(periods);
  }

  @Override
  public Option<CarriedBalanceRepository> carried() {
    return Option.some(carried);
  }

  @Override
  public OwnerRepository owners() {
    return owners;
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
