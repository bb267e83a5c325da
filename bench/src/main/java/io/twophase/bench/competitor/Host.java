package io.twophase.bench.competitor;

import static io.twophase.adapter.mongo.document.Field.DESTINATION;
import static io.twophase.adapter.mongo.document.Field.SOURCE;
import static io.twophase.adapter.mongo.document.Field.VALUE;
import static io.twophase.bench.competitor.Orders.ORDER;
import static io.twophase.domain.document.Guards.where;

import com.mongodb.client.MongoClient;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Twophase on a database, as a host application has it, asked for transfers in one {@link Way}. */
public final class Host implements Competitor {

  public static final Currency CURRENCY = Currency.getInstance("USD");

  private static final ApplicationName APPLICATION = new ApplicationName("bench");

  /** Longer than any round. */
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  /** Unprobed: each side has a database of its own, and a bench asks how fast, not how sound. */
  private static final MongoStoreSettings SETTINGS =
      MongoStoreSettings.defaults()
          .withProbe(false)
          .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS);

  private final Ledger ledger;
  private final Way way;
  private final Orders stock;
  private final TwoPhase.Builder builder;
  private volatile TwoPhase twoPhase;

  /** In which way transfers are asked for. */
  public enum Way {
    /** Many to a call, in any order: a batch is one transaction. */
    BATCHED,
    /** As {@link #BATCHED}, where a batch tries to be one transaction of the server. */
    SERVER_TRANSACTIONS,
    /** One to a call, answered when it is finished. */
    SINGLE,
    /** One to a call, answered when it is decided. */
    DECIDED,
    /** One to a call, of as much as there is. */
    AT_MOST,
    /** Each authorized in one call and captured in full in the next. */
    AUTHORIZED,
    /** Each a payment of an order, one to a call. */
    ORDERS,
    /** Each a payment of an order, by a function that reads the order, one to a call. */
    FUNCTIONS,
    /** Each a payment of an order, many submitted at a time, which share batches. */
    BATCHED_ORDERS;

    boolean isBatched() {
      return this == BATCHED || this == SERVER_TRANSACTIONS || this == BATCHED_ORDERS;
    }

    boolean isPaying() {
      return this == ORDERS || this == FUNCTIONS || this == BATCHED_ORDERS;
    }
  }

  /** Asked in this way, over the collections of {@code ledger}. */
  public Host(Ledger ledger, Way way) {
    this(ledger, way, UnaryOperator.identity());
  }

  /**
   * Over the collections of {@code ledger}. It shows that it is alive from its first transaction
   * on, until it is finished or closed.
   *
   * @param way how it is asked
   * @param between what the store is reached through
   * @throws IllegalStateException if the way needs what the server has not, as {@link
   *     #serverTransactionsMissing} says
   */
  public Host(Ledger ledger, Way way, UnaryOperator<Store> between) {
    this.ledger = ledger;
    this.way = way;
    this.stock = new Orders(ledger);
    MongoStore store =
        MongoStore.using(
            ledger.client(),
            ledger.database().getName(),
            SETTINGS.withServerTransactions(way == Way.SERVER_TRANSACTIONS));
    if (way == Way.SERVER_TRANSACTIONS && !store.records().runsWhole()) {
      throw new IllegalStateException("the server has no transactions");
    }
    this.builder =
        TwoPhase.over(between.apply(store))
            .settings(
                new TwoPhaseSettings(
                    EngineSettings.of(APPLICATION),
                    way.isBatched() ? ledger.batch() : TwoPhaseSettings.DEFAULT_BATCH_SIZE));
    this.twoPhase = builder.build();
  }

  /** One that is asked for batches. */
  public static Host of(MongoClient client, String database, int batch, String prefix) {
    return new Host(new Ledger(client, database, batch, prefix), Way.BATCHED);
  }

  /** Why a batch cannot be a transaction of the server, in one sentence; nothing if it can. */
  static Optional<String> serverTransactionsMissing(MongoClient client, String database) {
    MongoStoreSettings tried = SETTINGS.withServerTransactions(true);
    return NativeTransfers.missing(client, database)
        .or(
            () ->
                !MongoStore.using(client, database, tried).records().runsWhole()
                    ? Optional.of(
                        "the server's transactions did not pass the trial that batches need;"
                            + " --verbose shows why")
                    : Optional.empty());
  }

  public TwoPhase twoPhase() {
    return twoPhase;
  }

  @Override
  public int batch() {
    return way.isBatched() ? ledger.batch() : 1;
  }

  @Override
  public void prepare(long transfers) {
    if (way.isPaying()) {
      stock.prepare(transfers);
    }
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return switch (way) {
      case BATCHED, SERVER_TRANSACTIONS -> batched(transfers, listener);
      case BATCHED_ORDERS -> submitted(transfers, listener);
      default -> Competitor.oneByOne(transfers, listener, this::call);
    };
  }

  private int batched(List<BenchTransfer> transfers, AnswerListener listener) {
    List<TransferRequest> requests = transfers.stream().map(this::request).toList();
    long start = System.nanoTime();
    int applied = applied(twoPhase.transfers().transferAll(requests, Order.ANY).stream());
    listener.after(System.nanoTime() - start, transfers.size());
    return applied;
  }

  private int submitted(List<BenchTransfer> transfers, AnswerListener listener) {
    List<TransactionRequest> payments = transfers.stream().map(this::payment).toList();
    List<CompletableFuture<TransactionOutcome>> answers = new ArrayList<>(payments.size());
    long start = System.nanoTime();
    for (TransactionRequest payment : payments) {
      answers.add(
          twoPhase
              .transfers()
              .submit(payment)
              .whenComplete(
                  (outcome, fault) -> {
                    if (fault == null) {
                      listener.after(System.nanoTime() - start, 1);
                    }
                  }));
    }
    return applied(answers.stream().map(CompletableFuture::join));
  }

  private static int applied(Stream<TransactionOutcome> outcomes) {
    return (int) outcomes.filter(TransactionOutcome::isApplied).count();
  }

  private BooleanSupplier call(BenchTransfer transfer) {
    if (way == Way.FUNCTIONS) {
      return function(transfer);
    }
    if (way.isPaying()) {
      TransactionRequest payment = payment(transfer);
      return () -> twoPhase.run(payment).isApplied();
    }
    TransferRequest request =
        way == Way.AT_MOST ? request(transfer).takingAtMost() : request(transfer);
    if (way == Way.AUTHORIZED) {
      return () -> isCaptured(request);
    }
    AnswerTime when = way == Way.DECIDED ? AnswerTime.WHEN_DECIDED : AnswerTime.WHEN_FINISHED;
    return () -> twoPhase.transfers().transfer(request, when).isApplied();
  }

  private boolean isCaptured(TransferRequest request) {
    return twoPhase.authorizations().authorize(request, TERMS)
            instanceof AuthorizeOutcome.Authorized
        && twoPhase.authorizations().capture(request.id()) instanceof CaptureOutcome.Captured;
  }

  /** Waits for all that is begun. No other thread may ask for anything meanwhile. */
  @Override
  public void finish() {
    twoPhase.close();
    twoPhase = builder.build();
  }

  @Override
  public void close() {
    twoPhase.close();
  }

  @Override
  public void open(int accounts, long balance) {
    Ledger.inChunks(
        0,
        accounts,
        number -> Opening.of(account((int) number), new Money(balance, CURRENCY)).get(),
        openings -> {
          List<OpenOutcome> outcomes = twoPhase.accounts().open(openings);
          if (!outcomes.stream().allMatch(OpenOutcome.Opened.class::isInstance)) {
            throw new IllegalStateException("not all accounts are opened: " + outcomes);
          }
        });
  }

  /** A request for a transfer, under an id that no other has. */
  public TransferRequest request(BenchTransfer transfer) {
    return new TransferRequest(
        id(),
        account(transfer.source()),
        account(transfer.destination()),
        new Money(transfer.amount(), CURRENCY));
  }

  /**
   * Pays the next order, from one account to the other: a debit, a credit, the order's change and a
   * ledger line, in one transaction over three collections.
   */
  private TransactionRequest payment(BenchTransfer transfer) {
    String order = stock.next();
    TransactionId id = id();
    Money amount = new Money(transfer.amount(), CURRENCY);
    return TransactionRequest.of(id)
        .debit(account(transfer.source()), amount)
        .credit(account(transfer.destination()), amount)
        .change(
            TwoPhase.document(Orders.ORDERS, order),
            where(Orders.STATUS).equalTo(Orders.UNPAID),
            FieldChange.set(Orders.STATUS, Orders.PAID))
        .insert(TwoPhase.document(Orders.LEDGER, id.value()), line(order, transfer));
  }

  /** Pays the next order as {@link #payment} does, by a function that reads the order. */
  private BooleanSupplier function(BenchTransfer transfer) {
    String order = stock.next();
    TransactionId id = id();
    Money amount = new Money(transfer.amount(), CURRENCY);
    TransactionFunction<String> pay =
        tx -> {
          DocumentSnapshot read = tx.get(TwoPhase.document(Orders.ORDERS, order)).orElseThrow();
          if (!read.string(Orders.STATUS).equals(Orders.UNPAID)) {
            throw tx.decline(order + " is paid");
          }
          tx.debit(account(transfer.source()), amount);
          tx.credit(account(transfer.destination()), amount);
          tx.put(read.with(Orders.STATUS, Orders.PAID));
          tx.insert(TwoPhase.document(Orders.LEDGER, id.value()), line(order, transfer));
          return order;
        };
    return () -> twoPhase.functions().run(id, pay).isApplied();
  }

  private static Map<String, Object> line(String order, BenchTransfer transfer) {
    String from = Ledger.account(transfer.source());
    String to = Ledger.account(transfer.destination());
    return Map.of(ORDER, order, SOURCE, from, DESTINATION, to, VALUE, transfer.amount());
  }

  /** An id that no other transaction has. */
  public TransactionId id() {
    return new TransactionId(ledger.nextId());
  }

  public static AccountId account(int number) {
    return new AccountId(Ledger.account(number));
  }

  /**
   * Returns what the audit finds, and what orders and ledger lines say of each other, a line each.
   */
  @Override
  public List<String> findings() {
    Stream<String> audited =
        twoPhase.audit().run().findings().stream()
            .map(finding -> finding.kind().title() + " " + finding.id() + ": " + finding.detail());
    Stream<String> books =
        way.isPaying() ? Orders.findings(ledger.database()).stream() : Stream.of();
    return Stream.concat(audited, books).toList();
  }
}
