package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Twophase on a database, as a host application has it. */
public final class Host implements AutoCloseable {

  public static final Currency CURRENCY = Currency.getInstance("USD");

  private static final ApplicationName APPLICATION = new ApplicationName("bench");
  private static final int OPENED_AT_ONCE = 5_000;

  /** Unprobed: each side has a database of its own, and a bench asks how fast, not how sound. */
  private static final MongoStoreSettings SETTINGS =
      MongoStoreSettings.defaults()
          .withProbe(false)
          .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS);

  private final TwoPhase.Builder builder;
  private volatile TwoPhase twoPhase;
  private final String prefix;
  private final AtomicLong count = new AtomicLong();

  /**
   * Over the collections of {@code database}. It shows that it is alive from its first transaction
   * on, until it is finished or closed.
   *
   * @param prefix what its transactions' ids begin with
   * @param way what the store is reached through
   */
  public Host(
      MongoClient client, String database, int batch, String prefix, UnaryOperator<Store> way) {
    this(way.apply(MongoStore.using(client, database, SETTINGS)), batch, prefix);
  }

  private Host(Store store, int batch, String prefix) {
    this.builder =
        TwoPhase.over(store).settings(new TwoPhaseSettings(EngineSettings.of(APPLICATION), batch));
    this.twoPhase = builder.build();
    this.prefix = prefix;
  }

  /** The usual one. */
  public static Host of(MongoClient client, String database, int batch, String prefix) {
    return new Host(client, database, batch, prefix, UnaryOperator.identity());
  }

  /**
   * One whose batches try to be one transaction of the server each.
   *
   * @throws IllegalStateException if the server has none, as {@link #serverTransactionsMissing}
   *     says
   */
  static Host ofServerTransactions(MongoClient client, String database, int batch, String prefix) {
    MongoStore store = MongoStore.using(client, database, SETTINGS.withServerTransactions(true));
    if (!store.records().runsWhole()) {
      throw new IllegalStateException("the server has no transactions");
    }
    return new Host(store, batch, prefix);
  }

  /** Why there is none of these, in one sentence; nothing if there is. */
  static Option<String> serverTransactionsMissing(MongoClient client, String database) {
    return NativeTransactions.missing(client, database)
        .orElse(() -> missingForBatches(client, database));
  }

  private static Option<String> missingForBatches(MongoClient client, String database) {
    MongoStoreSettings tried = SETTINGS.withServerTransactions(true);
    return Option.when(
        !MongoStore.using(client, database, tried).records().runsWhole(),
        "the server's transactions did not pass the trial that batches need; --verbose shows why");
  }

  public TwoPhase twoPhase() {
    return twoPhase;
  }

  /** Waits for all that is begun. No other thread may ask for anything meanwhile. */
  void finish() {
    twoPhase.close();
    twoPhase = builder.build();
  }

  /** Ends it. The client is not its own. */
  @Override
  public void close() {
    twoPhase.close();
  }

  public void open(int accounts, long balance) {
    List<Opening> openings = new ArrayList<>(OPENED_AT_ONCE);
    for (int number = 0; number < accounts; number++) {
      openings.add(Opening.of(account(number), new Money(balance, CURRENCY)).get());
      if (openings.size() == OPENED_AT_ONCE || number == accounts - 1) {
        List<OpenOutcome> outcomes = twoPhase.accounts().open(openings);
        if (!outcomes.stream().allMatch(OpenOutcome.Opened.class::isInstance)) {
          throw new IllegalStateException("not all accounts are opened: " + outcomes);
        }
        openings.clear();
      }
    }
  }

  /** A request for a transfer, under an id that no other has. */
  public TransferRequest request(BenchTransfer transfer) {
    return new TransferRequest(
        id(),
        account(transfer.source()),
        account(transfer.destination()),
        new Money(transfer.amount(), CURRENCY));
  }

  /** An id that no other transaction has. */
  public TransactionId id() {
    return new TransactionId(prefix + count.incrementAndGet());
  }

  static int applied(List<TransactionOutcome> outcomes) {
    return (int) outcomes.stream().filter(TransactionOutcome.Applied.class::isInstance).count();
  }

  public static AccountId account(int number) {
    return new AccountId(Ledger.account(number));
  }

  /** What the audit finds, a line each. */
  public List<String> findings() {
    return twoPhase.audit().run().findings().stream()
        .map(finding -> finding.kind().title() + " " + finding.id() + ": " + finding.detail())
        .toList();
  }
}
