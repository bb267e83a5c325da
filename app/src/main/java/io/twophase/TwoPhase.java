package io.twophase;

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
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.Currency;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All of Twophase over one store. Thread-safe. Factories of everything that a host writes are here:
 * {@code import static io.twophase.TwoPhase.*} is the only import that a small host needs.
 *
 * <pre>{@code
 * try (TwoPhase twophase = TwoPhase.open("mongodb://localhost/bank")) {
 *   twophase.run(
 *       transaction("pay-7")
 *           .debit(account("customer"), money("19.99", "USD"))
 *           .credit(account("shop"), money("19.99", "USD"))
 *           .change(document("orders", 7), where("status").equalTo("UnPaid"), set("status", "Paid")));
 * }
 * }</pre>
 *
 * <p>The process shows that it is alive, from its first transaction until this is closed: one small
 * document of the store, changed once a second. If the process dies, other processes take over its
 * unfinished transactions within seconds; while it lives, they leave them alone.
 *
 * <p>Hosts do not implement it; tests use {@link #inMemory} or the JUnit module.
 */
public interface TwoPhase extends AutoCloseable {

  /** Opens and shows accounts. */
  Accounts accounts();

  /** Makes transfers, and runs any transaction. */
  Transfers transfers();

  /** Shows transactions. */
  Transactions transactions();

  /** Reads documents as decided. */
  DocumentReader documents();

  /** Cancels and reverses transactions. */
  Compensation compensation();

  /** Holds transactions first, and captures or voids them later. */
  Authorizations authorizations();

  /** Shows decided transactions in one order, to named consumers. */
  Events events();

  /** Proves that decided transactions were not changed. */
  Evidence evidence();

  /** Finishes transactions that other processes left. */
  Recovery recovery();

  /** Releases proven orphans. */
  Scrub scrub();

  /** Checks the books. */
  Audit audit();

  /** Shows the postings of an account, line by line. */
  Statements statements();

  /** Runs transactions that are stated by a function. */
  Functions functions();

  /** Opens and closes accounting periods. */
  Periods periods();

  /** Removes transactions that ended long ago. */
  Retention retention();

  /** Does what operators ask for by hand, and logs it. */
  OperatorActions actions();

  /**
   * Runs a transfer, or a transaction over any accounts and documents: all of its operations
   * happen, or none does. The record lets any other process finish it, whatever happens to this
   * one. Idempotent by the request's id. A document that another transaction holds is waited for,
   * for as long as {@code EngineSettings.patience} says; then the transaction is refused as {@code
   * DocumentBusy}.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  @CheckReturnValue
  TransactionOutcome run(Request request);

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
   */
  @CheckReturnValue
  <T extends @Nullable Object> FunctionOutcome<T> transact(
      String id, TransactionFunction<T> function);

  /**
   * Runs a transaction that is stated by a function, and keeps the value that the function returns:
   * asked again under the id, from any process, the answer has the value, and the function does not
   * run. A function that only reads leaves nothing behind: asked again, it runs again.
   *
   * @param id names the transaction; has at most 244 characters, and does not end in {@code ~} and
   *     digits
   * @param type of the value, which the mapper knows; at most 64 KB in BSON
   * @throws IllegalArgumentException if the text names no transaction, or cannot name a function,
   *     the value is too large, or the mapper does not know it
   * @throws IllegalStateException if the function of this thread asks for another one
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  @CheckReturnValue
  <T> FunctionOutcome<T> transact(
      String id, Class<T> type, TransactionFunction<? extends @Nullable T> function);

  /**
   * Makes calls of the front door, on this thread, that all end within a time:
   *
   * <pre>{@code
   * TransactionOutcome outcome =
   *     twophase.within(Duration.ofSeconds(2), () -> twophase.transfers().transfer(request));
   * }</pre>
   *
   * <p>The deadline is looked at before each write and each read: once it has passed, nothing more
   * is sent. The store's own calls end with it, where the store can do that, and so do pauses and
   * the waiting for a place in a batch, for a busy document, and for another process. The futures
   * of {@code submit} are completed by then, whichever thread they are waited on.
   *
   * <ul>
   *   <li>A transfer of which nothing was sent by then is {@code NotAsked}: it has not happened,
   *       and will not unless it is asked again. Other writes of which nothing was sent, and reads,
   *       throw {@link io.twophase.ports.DeadlinePassedException}; a read at which the store was at
   *       work throws another {@link io.twophase.ports.StoreUnavailableException}.
   *   <li>A transaction that was decided by then is answered as decided, perhaps as not finished.
   *   <li>All else is {@code Unknown}. This process gives it up: any process that recovers, this
   *       one too, may take it over at once, and brings it to its end. To ask again under the same
   *       id, with more time, resolves it sooner.
   * </ul>
   *
   * <p>Transfers of several callers share batches: one has the time of the caller who has most. A
   * caller who has less is answered {@code Unknown} at the own deadline, and the batch goes on
   * without it.
   *
   * <p>Calls that were made before, or that other threads make, have no deadline by this. Within
   * another deadline, the earlier one counts. If the host's executor runs tasks on the callers' own
   * threads, then a caller may be kept longer by the batches of others.
   *
   * @param time from now on; zero if nothing may be sent at all
   * @param calls makes the calls; any number of them
   * @return what {@code calls} answers; what it throws is thrown
   * @throws IllegalArgumentException if the time is below zero
   */
  <T> T within(Duration time, Supplier<T> calls);

  /**
   * A dry run: says of transactions on accounts what would become of them by what is read now, and
   * writes nothing. It promises nothing of later.
   */
  Preview preview();

  /**
   * Returns what this process has done so far, and how many transfers wait now. The call is cheap.
   */
  Counters counters();

  /**
   * Takes no more transfers, hands back those that are not begun, and waits for those that are, and
   * for all else that is being brought to its end: captures and reversals, say. Then closes the
   * store, if this opened it. A store that the host has opened is the host's to close, after this.
   * If this is never closed, recovery does the rest. Idempotent.
   */
  @Override
  void close();

  /**
   * Opens a store by its URI, and begins recovery in this process: {@code mongodb://…} with the
   * MongoDB adapter, {@code embedded:DIR} with the embedded server, {@code memory:} with the
   * in-memory adapter. Closing it closes all of that. The application's name is {@code twophase}.
   *
   * @throws IllegalArgumentException if no adapter on the class path opens such a URI, or the URI
   *     is wrong, or asks for less than the protocol needs
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   * @throws io.twophase.ports.StoreException if the store does not accept the login, does not do
   *     what the protocol needs, or cannot be opened for another reason
   */
  static TwoPhase open(String uri) {
    return at(uri).build();
  }

  /**
   * As {@link #open(String)}, under the application's own name.
   *
   * @param application the name under which its transactions are begun and taken over
   * @throws IllegalArgumentException also if the text names no application
   */
  static TwoPhase open(String uri, String application) {
    return at(uri).settings(settings(application)).build();
  }

  /** A store in this process's memory, empty, for a first try and for tests. */
  static TwoPhase inMemory() {
    return open("memory:");
  }

  /**
   * Begins to build one with recovery over a store that {@link Builder#build} opens, as {@link
   * #open(String)} does, and that it closes.
   */
  static Builder at(String uri) {
    return new Builder(Either.left(Objects.requireNonNull(uri, "uri")));
  }

  /** Begins to build one over a store that the host opens and closes, without recovery. */
  static Builder over(Store store) {
    return new Builder(Either.right(Objects.requireNonNull(store, "store")));
  }

  /**
   * The name of an account, of a text that is known to be good; {@link AccountId#parse} is for
   * texts from outside.
   *
   * @throws IllegalArgumentException if the text names no account
   */
  static AccountId account(String id) {
    return new AccountId(id);
  }

  /**
   * The name of a transaction, of a text that is known to be good; {@link TransactionId#parse} is
   * for texts from outside.
   *
   * @throws IllegalArgumentException if the text names no transaction
   */
  static TransactionId transactionId(String id) {
    return new TransactionId(id);
  }

  /**
   * The name of an accounting period, of a text that is known to be good; {@link PeriodName#parse}
   * is for texts from outside.
   *
   * @throws IllegalArgumentException if the text names no period
   */
  static PeriodName period(String period) {
    return new PeriodName(period);
  }

  /**
   * Begins to put together a transaction, to be given to {@link #run(Request)}.
   *
   * @throws IllegalArgumentException if the text names no transaction
   */
  static TransactionRequest transaction(String id) {
    return TransactionRequest.of(transactionId(id));
  }

  /**
   * The name of a document.
   *
   * @param collection a collection of the store's own database
   * @param id its {@code _id}: what {@link io.twophase.domain.value.Value#of} takes
   * @throws IllegalArgumentException if there can be no such collection, or no such {@code _id}
   */
  static DocumentRef document(String collection, Object id) {
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
  static Money money(String decimal, String currency) {
    return Money.parse(
            Objects.requireNonNull(decimal, "decimal"),
            currency(Objects.requireNonNull(currency, "currency")))
        .getOrElseThrow(refusal -> new IllegalArgumentException(refusal.message()));
  }

  /**
   * Begins to put together a transfer of one amount from one account to another.
   *
   * @throws IllegalArgumentException if a text names no transaction or no account
   */
  static TransferRequest transfer(String id, String source, String destination, Money amount) {
    return new TransferRequest(transactionId(id), account(source), account(destination), amount);
  }

  /**
   * Begins a condition on a field of a document: {@code where("status").equalTo("UnPaid")}.
   *
   * @param path the field's path, with dots between the names
   * @throws IllegalArgumentException if the text is no path
   */
  static Guards.Condition where(String path) {
    return Guards.where(path);
  }

  /** A change that gives a field a value. */
  static FieldChange set(String path, @Nullable Object value) {
    return FieldChange.set(path, value);
  }

  /** A change that takes a field away. */
  static FieldChange unset(String path) {
    return FieldChange.unset(path);
  }

  /** A change that adds to a whole number. */
  static FieldChange inc(String path, long by) {
    return FieldChange.inc(path, by);
  }

  /** A change that appends a value to an array. */
  static FieldChange push(String path, @Nullable Object value) {
    return FieldChange.push(path, value);
  }

  /** A change that takes every element that equals a value out of an array. */
  static FieldChange pull(String path, @Nullable Object value) {
    return FieldChange.pull(path, value);
  }

  /**
   * The settings of an application, with the defaults.
   *
   * @param application the name under which its transactions are begun and taken over
   * @throws IllegalArgumentException if the text names no application
   */
  static TwoPhaseSettings settings(String application) {
    return TwoPhaseSettings.of(new ApplicationName(application));
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
  final class Builder {

    private final Either<String, Store> place;
    Duration recoveryEvery = Duration.ofSeconds(10);
    TwoPhaseSettings settings = TwoPhaseSettings.of(new ApplicationName("twophase"));
    IdSource ids = new RandomIds();
    Pause pause = new ThreadPause();
    Executor executor = DaemonThread.queueThreads("twophase-commit-");
    Executor callbacks = DaemonThread.queueThreads("twophase-callback-");
    TwoPhaseListener listener = TwoPhaseListener.IGNORED;
    CallerGuard guard = CallerGuard.NONE;
    CallerContext context = CallerContext.NONE;
    Ticker ticker = () -> Duration.ofNanos(System.nanoTime());
    Optional<EntityMapper> mapper = Optional.empty();

    private Builder(Either<String, Store> place) {
      this.place = place;
    }

    /**
     * The pause between the end of a pass of recovery and the next; without it, 10 seconds. Only a
     * builder of {@link TwoPhase#at} starts recovery: over a store of its own, a host starts its
     * own {@link RecoveryDaemon}.
     *
     * @throws IllegalArgumentException if the pause is below a millisecond, or above a hundred
     *     years
     * @throws IllegalStateException if this is a builder of {@link TwoPhase#over}
     */
    public Builder recoveryEvery(Duration pauseBetween) {
      Duration checked = RecoveryDaemon.checked(pauseBetween);
      if (place.isRight()) {
        throw new IllegalStateException(
            "over a store of the host's own, the host starts its own RecoveryDaemon");
      }
      this.recoveryEvery = checked;
      return this;
    }

    /** Sets what the host decides; without it, the defaults in the name of "twophase" hold. */
    public Builder settings(TwoPhaseSettings newSettings) {
      this.settings = Objects.requireNonNull(newSettings, "newSettings");
      return this;
    }

    /** Sets the source of fresh ids; without it, they are random. */
    public Builder ids(IdSource newIds) {
      this.ids = Objects.requireNonNull(newIds, "newIds");
      return this;
    }

    /** Sets how waiting is done; without it, by sleeping. */
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
      this.mapper = Optional.of(Objects.requireNonNull(newMapper, "newMapper"));
      return this;
    }

    /** Sets how elapsed time is measured; without it, by {@code System.nanoTime}. */
    public Builder ticker(Ticker newTicker) {
      this.ticker = Objects.requireNonNull(newTicker, "newTicker");
      return this;
    }

    /**
     * The executor on whose threads the futures of {@code submit} are completed, and so their
     * callbacks run; without it, on daemon threads that come and go with the load, as many as there
     * are callbacks at a time. It should have threads of its own. If it has a fixed number of
     * threads, then fewer callbacks than that may wait at a time for the futures of other
     * transfers: when all its threads wait, no future is completed any more. One that drops tasks
     * delays {@link TwoPhase#close}: when no future has been completed for five seconds, the thread
     * that closes completes those that are left, and runs their callbacks. With {@code
     * Runnable::run} the futures are completed on the thread that has run the batch, after it: a
     * callback must then not wait for the future of another transfer.
     */
    public Builder callbackExecutor(Executor newExecutor) {
      this.callbacks = Objects.requireNonNull(newExecutor, "newExecutor");
      return this;
    }

    /**
     * The listener that is notified of what is done; without it, none is. {@link TwoPhase#counters}
     * counts in either case. Recovery that {@link #build} starts may call it, on its own thread,
     * before {@code build} returns.
     */
    public Builder listener(TwoPhaseListener newListener) {
      this.listener = Objects.requireNonNull(newListener, "newListener");
      return this;
    }

    /**
     * Sets the guard that is asked of whoever has something written, on its own thread and before
     * anything is sent; without it, nothing is asked. Recovery is not asked.
     */
    public Builder callerGuard(CallerGuard newGuard) {
      this.guard = Objects.requireNonNull(newGuard, "newGuard");
      return this;
    }

    /**
     * Sets the context that callers' threads carry, such as traces and the MDC; without it, there
     * is none. With it the futures of {@code submit} are completed, and so their callbacks run, and
     * the listener is notified of transfers one by one: whichever thread does it.
     */
    public Builder callerContext(CallerContext newContext) {
      this.context = Objects.requireNonNull(newContext, "newContext");
      return this;
    }

    /**
     * All of Twophase: the use cases, whose calls keep to the deadlines of their callers. A builder
     * of {@link TwoPhase#at} opens the store now; if anything fails after that, it is closed again.
     *
     * @throws IllegalArgumentException as {@link TwoPhase#open(String)}
     * @throws io.twophase.ports.StoreException as {@link TwoPhase#open(String)}
     */
    public TwoPhase build() {
      return place.fold(
          uri -> Assembly.at(uri, this), store -> Assembly.over(store, this, Optional.empty()));
    }
  }
}
