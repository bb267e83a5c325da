package io.twophase.bench.competitor;

import static io.twophase.adapter.mongo.document.Field.DESTINATION;
import static io.twophase.adapter.mongo.document.Field.SOURCE;
import static io.twophase.adapter.mongo.document.Field.VALUE;
import static io.twophase.bench.competitor.Orders.ORDER;
import static io.twophase.domain.document.Guards.where;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
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
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Twophase on a database, as a host application has it, asked for transfers in some way. */
public final class Host implements Competitor {

  public static final Currency CURRENCY = Currency.getInstance("USD");

  /** Longer than any round. */
  public static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));

  private static final ApplicationName APPLICATION = new ApplicationName("bench");

  /** Unprobed: each side has a database of its own, and a bench asks how fast, not how sound. */
  private static final MongoStoreSettings SETTINGS =
      MongoStoreSettings.defaults()
          .withProbe(false)
          .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS);

  private static final MongoStoreSettings WHOLE = SETTINGS.withServerTransactions(true);

  private final Ledger ledger;
  private final int batch;
  private final Way way;
  private final TwoPhase.Builder builder;
  private volatile TwoPhase twoPhase;

  /** Asks a host for transfers, as {@link Competitor#run} does. */
  private interface Way {
    int run(Host host, List<BenchTransfer> transfers, AnswerListener listener);
  }

  /** One that is asked for many in a call, in any order: a batch is one transaction. */
  public Host(Ledger ledger) {
    this(ledger, SETTINGS, ledger.batch(), Host::batched);
  }

  /** It shows that it is alive from its first transaction on, until it is finished or closed. */
  private Host(Ledger ledger, MongoStoreSettings settings, int batch, Way way) {
    this.ledger = ledger;
    this.batch = batch;
    this.way = way;
    MongoStore store = MongoStore.using(ledger.client(), ledger.name(), settings);
    if (settings.equals(WHOLE) && !store.records().runsWhole()) {
      throw new IllegalStateException("the server has no transactions");
    }
    this.builder =
        TwoPhase.over(store)
            .settings(new TwoPhaseSettings(EngineSettings.of(APPLICATION), ledger.batch()));
    this.twoPhase = builder.build();
  }

  /**
   * One that is asked for one transfer in a call.
   *
   * @param call prepares it, as in {@link Competitor#oneByOne}
   */
  static Host single(Ledger ledger, BiFunction<Host, BenchTransfer, BooleanSupplier> call) {
    return new Host(
        ledger,
        SETTINGS,
        1,
        (host, transfers, listener) ->
            Competitor.oneByOne(transfers, listener, asked -> call.apply(host, asked)));
  }

  /** One to which many payments of orders are submitted at a time, which share batches. */
  static Host ofOrders(Ledger ledger) {
    return new Host(ledger, SETTINGS, ledger.batch(), Host::submitted);
  }

  /**
   * One whose batches are transactions of the server.
   *
   * @throws IllegalStateException if the server has not what they need, as {@link #missing} says
   */
  static Host ofServerTransactions(Ledger ledger) {
    return new Host(ledger, WHOLE, ledger.batch(), Host::batched);
  }

  /** Why a batch cannot be a transaction of the server, in one sentence; nothing if it can. */
  static Optional<String> missing(Ledger trial) {
    boolean runs = MongoStore.using(trial.client(), trial.name(), WHOLE).records().runsWhole();
    Optional<String> failed =
        Optional.of(
            "the server's transactions did not pass the trial that batches need; --verbose shows"
                + " why");
    return NativeTransfers.missing(trial).or(() -> runs ? Optional.empty() : failed);
  }

  public TwoPhase twoPhase() {
    return twoPhase;
  }

  @Override
  public int batch() {
    return batch;
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return way.run(this, transfers, listener);
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
    long start = System.nanoTime();
    List<CompletableFuture<TransactionOutcome>> answers =
        payments.stream()
            .map(
                payment ->
                    twoPhase
                        .transfers()
                        .submit(payment)
                        .whenComplete(
                            (outcome, fault) -> listener.after(System.nanoTime() - start, 1)))
            .toList();
    return applied(answers.stream().map(CompletableFuture::join));
  }

  private static int applied(Stream<TransactionOutcome> outcomes) {
    return (int) outcomes.filter(TransactionOutcome::isApplied).count();
  }

  BooleanSupplier transfer(TransferRequest request, AnswerTime when) {
    return () -> twoPhase.transfers().transfer(request, when).isApplied();
  }

  /** Authorizes in one call, and captures in full in the next. */
  BooleanSupplier capture(BenchTransfer transfer) {
    TransferRequest request = request(transfer);
    return () ->
        twoPhase.authorizations().authorize(request, TERMS).isAuthorized()
            && twoPhase.authorizations().capture(request.id()).isCaptured();
  }

  BooleanSupplier order(BenchTransfer transfer) {
    TransactionRequest payment = payment(transfer);
    return () -> twoPhase.run(payment).isApplied();
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
        number -> {
          ledger.goOn().run();
          return Opening.of(account((int) number), new Money(balance, CURRENCY)).get();
        },
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
    String order = ledger.orders().next();
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
  BooleanSupplier function(BenchTransfer transfer) {
    String order = ledger.orders().next();
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

  @Override
  public List<String> findings() {
    return twoPhase.audit().run().findings().stream()
        .map(finding -> finding.kind().title() + " " + finding.id() + ": " + finding.detail())
        .toList();
  }
}
