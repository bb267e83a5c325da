package io.twophase.app;

import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.runtime.Guarded;
import io.twophase.app.runtime.QueueThreads;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.runtime.ThreadPause;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Currency;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All of Twophase over one store, for hosts without Guice. Thread-safe. The host owns the store and
 * closes this before it: closing brings to its end what is under way. If this is never closed,
 * recovery does so.
 *
 * <p>This process shows that it is alive, from its first transaction until it is closed: one small
 * document of the store, changed once a second. If it dies, other processes take over its
 * unfinished transactions at once; while it lives, they leave them alone.
 *
 * @param accounts opens and shows accounts
 * @param transfers makes transfers
 * @param transactions shows transactions
 * @param documents reads documents as decided
 * @param compensation cancels and reverses transactions
 * @param authorizations holds transactions first, and captures or voids them later
 * @param events decided transactions in one order, for named consumers
 * @param evidence that decided transactions were not changed, for anybody to verify
 * @param recovery finishes what others left
 * @param scrub releases proven orphans
 * @param audit checks the books
 * @param statements shows what was decided of an account, line by line
 * @param functions runs transactions that are stated by a function
 * @param periods opens and closes accounting periods
 * @param retention removes what was finished long ago
 * @param actions does what operators ask for by hand, and logs it
 * @param withDeadline makes calls that end in time
 * @param metering counts what is done
 * @param presence ends when this is closed; how this process shows that it is alive
 */
public record TwoPhase(
    Accounts accounts,
    Transfers transfers,
    Transactions transactions,
    DocumentReader documents,
    Compensation compensation,
    Authorizations authorizations,
    Events events,
    Evidence evidence,
    Recovery recovery,
    Scrub scrub,
    Audit audit,
    Statements statements,
    Functions functions,
    Periods periods,
    Retention retention,
    OperatorActions actions,
    WithDeadline withDeadline,
    Supplier<Counters> metering,
    AutoCloseable presence)
    implements AutoCloseable {

  /**
   * Takes no more transfers, hands back those that are not begun, and waits for those that are.
   * Idempotent.
   */
  @Override
  public void close() {
    try {
      transfers.close();
    } finally {
      Guarded.run("the end of the heartbeat", presence::close);
    }
  }

  /**
   * Runs one transaction over any accounts and documents: all of its operations happen, or none
   * does. Whatever happens to this process, the record lets any other finish it. Idempotent by the
   * request's id. A document that another transaction holds is waited for, for as long as {@code
   * EngineSettings.patience} says; then the transaction is refused as {@code DocumentBusy}.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  public TransactionOutcome run(TransactionRequest request) {
    return transfers.run(request, AnswerTime.WHEN_FINISHED);
  }

  /**
   * Runs a transaction that is stated by a function, which reads documents, computes, and writes:
   *
   * <pre>{@code
   * FunctionOutcome<Money> paid =
   *     twophase.transact("pay-7", tx -> {
   *       DocumentSnapshot order =
   *           tx.get(document("orders", 7)).orElseThrow(() -> tx.decline("no such order"));
   *       if (!order.string("status").equals("UnPaid")) {
   *         throw tx.decline("already paid");
   *       }
   *       Money price = order.money("total", "USD");
   *       tx.debit(customer, price);
   *       tx.credit(shop, price);
   *       tx.put(order.with("status", "Paid"));
   *       return price;
   *     });
   * }</pre>
   *
   * <p>The function may run several times. The value that it returns is not kept: see {@link
   * #transact(String, Class, TransactionFunction)}.
   *
   * @param id names the transaction; has at most 244 characters, and does not end in {@code ~} and
   *     digits
   * @throws IllegalArgumentException if the text names no transaction, or cannot name a function
   * @throws IllegalStateException if the function of this thread asks for another one
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   * @throws E whatever the function throws; nothing is written then
   */
  public <T extends @Nullable Object, E extends Exception> FunctionOutcome<T> transact(
      String id, TransactionFunction<T, E> function) throws E {
    return functions.run(transactionId(id), function);
  }

  /**
   * Runs a transaction that is stated by a function, and keeps the value that the function returns:
   * asked again under the id, from any process, the answer has the value, and the function does not
   * run.
   *
   * @param id names the transaction; has at most 244 characters, and does not end in {@code ~} and
   *     digits
   * @param type of the value, which the mapper knows; at most 64 KB in BSON
   * @throws IllegalArgumentException if the text names no transaction, or cannot name a function,
   *     the value is too large, or the mapper does not know it
   * @throws IllegalStateException if the function of this thread asks for another one
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   * @throws E whatever the function throws; nothing is written then
   */
  public <T, E extends Exception> FunctionOutcome<T> transact(
      String id, Class<T> type, TransactionFunction<? extends @Nullable T, E> function) throws E {
    return functions.run(transactionId(id), type, function);
  }

  /** Makes calls that all end within a time, as {@link WithDeadline#within} says. */
  public <T> T within(Duration time, Supplier<T> calls) {
    return withDeadline.within(
        Objects.requireNonNull(time, "time"), Objects.requireNonNull(calls, "calls"));
  }

  /**
   * A dry run: says of transactions on accounts what would become of them by what is read now, and
   * writes nothing. It promises nothing of later.
   */
  public Preview preview() {
    return new Preview(accounts::find, transactions::find);
  }

  /** What this process has done so far, and how many transfers wait now. The call is cheap. */
  public Counters counters() {
    return metering.get();
  }

  /** Begins to build one over a store. */
  public static Builder over(Store store) {
    return new Builder(Objects.requireNonNull(store, "store"));
  }

  /**
   * The name of an account, of a text that is known to be good; {@link AccountId#parse} is for
   * texts from outside.
   *
   * @throws IllegalArgumentException if the text names no account
   */
  public static AccountId account(String id) {
    return new AccountId(id);
  }

  /**
   * The name of a transaction, of a text that is known to be good; {@link TransactionId#parse} is
   * for texts from outside.
   *
   * @throws IllegalArgumentException if the text names no transaction
   */
  public static TransactionId transactionId(String id) {
    return new TransactionId(id);
  }

  /**
   * The name of an accounting period, of a text that is known to be good; {@link PeriodName#parse}
   * is for texts from outside.
   *
   * @throws IllegalArgumentException if the text names no period
   */
  public static PeriodName period(String period) {
    return new PeriodName(period);
  }

  /**
   * Begins to put together a transaction, to be given to {@link #run(TransactionRequest)}.
   *
   * @throws IllegalArgumentException if the text names no transaction
   */
  public static TransactionRequest transaction(String id) {
    return TransactionRequest.of(transactionId(id));
  }

  /**
   * The name of a document.
   *
   * @param collection a collection of the store's own database
   * @param id its {@code _id}: what {@link io.twophase.domain.value.Value#of} takes
   * @throws IllegalArgumentException if there can be no such collection, or no such {@code _id}
   */
  public static DocumentRef document(String collection, Object id) {
    return CollectionName.of(Objects.requireNonNull(collection, "collection"))
        .document(Objects.requireNonNull(id, "id"));
  }

  /**
   * An amount, such as {@code money("12.34", "USD")}, of texts that are known to be good; {@link
   * Money#parse} is for texts from outside.
   *
   * @param decimal plain decimal text, with no more fraction digits than the currency has
   * @param currency the ISO 4217 code of a currency
   * @throws IllegalArgumentException if there is no such amount, or no such currency
   */
  public static Money money(String decimal, String currency) {
    return Money.parse(
            Objects.requireNonNull(decimal, "decimal"),
            currency(Objects.requireNonNull(currency, "currency")))
        .getOrElseThrow(refusal -> new IllegalArgumentException(refusal.message()));
  }

  private static Currency currency(String code) {
    try {
      return Currency.getInstance(code);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "\"" + code + "\" is no ISO 4217 code of a currency, such as USD", unknown);
    }
  }

  /** Puts the use cases together. */
  public static final class Builder {

    final Store given;
    TwoPhaseSettings settings = TwoPhaseSettings.of(new ApplicationName("twophase"));
    IdSource ids = new RandomIds();
    Pause pause = new ThreadPause();
    Executor executor = new QueueThreads("twophase-commit-");
    Executor callbacks = new QueueThreads("twophase-callback-");
    TwoPhaseListener listener = TwoPhaseListener.IGNORED;
    CallerGuard guard = CallerGuard.NONE;
    CallerContext context = CallerContext.NONE;
    Ticker ticker = () -> Duration.ofNanos(System.nanoTime());
    Option<EntityMapper> mapper = Option.none();

    private Builder(Store given) {
      this.given = given;
    }

    /** What the host decides; without it, the defaults in the name of "twophase". */
    public Builder settings(TwoPhaseSettings newSettings) {
      this.settings = Objects.requireNonNull(newSettings, "newSettings");
      return this;
    }

    /** Where fresh ids come from; without it, they are random. */
    public Builder ids(IdSource newIds) {
      this.ids = Objects.requireNonNull(newIds, "newIds");
      return this;
    }

    /** How waiting is done; without it, by sleeping. */
    public Builder pause(Pause newPause) {
      this.pause = Objects.requireNonNull(newPause, "newPause");
      return this;
    }

    /**
     * The executor on whose threads shared batches run; without it, on daemon threads that come and
     * go with the load. With {@code Runnable::run} everything runs on the callers' own threads: a
     * caller's thread may run the batches of others before it returns, and {@code submit} returns
     * when there is an answer. An executor that throws, whatever it throws, has the same effect for
     * the batch that it did not take.
     */
    public Builder executor(Executor newExecutor) {
      this.executor = Objects.requireNonNull(newExecutor, "newExecutor");
      return this;
    }

    /** Translates the host's own objects for functions; without it, the store's mapper does. */
    public Builder mapper(EntityMapper newMapper) {
      this.mapper = Option.some(Objects.requireNonNull(newMapper, "newMapper"));
      return this;
    }

    /** How elapsed time is measured; without it, by {@code System.nanoTime}. */
    public Builder ticker(Ticker newTicker) {
      this.ticker = Objects.requireNonNull(newTicker, "newTicker");
      return this;
    }

    /**
     * The executor on whose threads the futures of {@code submit} are completed, and so their
     * callbacks run; without it, on daemon threads that come and go with the load, as many as there
     * are callbacks at a time. It should have threads of its own. Where it has a fixed number of
     * threads, fewer callbacks than that may wait at a time for the futures of other transfers:
     * when all its threads wait, no future is completed any more. One that drops tasks delays
     * {@link TwoPhase#close}: when no future has been completed for five seconds, the thread that
     * closes completes those that are left, and runs their callbacks. With {@code Runnable::run}
     * the futures are completed on the thread that has run the batch, after it: a callback must
     * then not wait for the future of another transfer.
     */
    public Builder callbackExecutor(Executor newExecutor) {
      this.callbacks = Objects.requireNonNull(newExecutor, "newExecutor");
      return this;
    }

    /**
     * The listener that is notified of what is done; without it, none is. {@link TwoPhase#counters}
     * counts in either case.
     */
    public Builder listener(TwoPhaseListener newListener) {
      this.listener = Objects.requireNonNull(newListener, "newListener");
      return this;
    }

    /**
     * What is asked of whoever has something written, on its own thread and before anything is
     * sent; without it, nothing. Recovery is not asked.
     */
    public Builder callerGuard(CallerGuard newGuard) {
      this.guard = Objects.requireNonNull(newGuard, "newGuard");
      return this;
    }

    /**
     * What callers' threads carry, such as traces and the MDC; without it, nothing. With it the
     * futures of {@code submit} are completed, and so their callbacks run, and the listener is
     * notified of transfers one by one: whichever thread does it.
     */
    public Builder callerContext(CallerContext newContext) {
      this.context = Objects.requireNonNull(newContext, "newContext");
      return this;
    }

    /** All of Twophase: the use cases, whose calls keep to the deadlines of their callers. */
    public TwoPhase build() {
      return new Assembly(this).twoPhase();
    }
  }
}
