package io.twophase;

import io.twophase.DaemonThread.AlarmThread;
import io.twophase.Guarded.GuardedContext;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Ownership;
import io.twophase.app.engine.Runs;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.recovery.Trimming.UnreadEvents;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.app.transfer.queue.Turns;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.StoreProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts the use cases of one store together, as a builder says. */
final class Assembly {

  private static final String SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:";

  /** A loader that fails in the same way for ever is given up. */
  private static final int MOST_BROKEN = 100;

  private Assembly() {}

  /** Opens a store and puts all together over it; closes the store if that fails. */
  static TwoPhase at(String uri, TwoPhase.Builder said) {
    StoreProvider.Opened opened = opened(uri);
    try {
      return over(opened.store(), said, Optional.of(opened.closing()));
    } catch (Throwable fault) {
      Guarded.run("the end of Twophase", opened.closing()::close);
      throw fault;
    }
  }

  /**
   * All of Twophase.
   *
   * @param opened ends the store, if it was opened for this
   */
  static TwoPhase over(Store given, TwoPhase.Builder said, Optional<AutoCloseable> opened) {
    TransferMetrics meter = new TransferMetrics();
    TwoPhaseListener listener = meter.telling(said.listener);
    Deadlines deadlines =
        new Deadlines(said.ticker, given.callLimit(), new AlarmThread("twophase-deadline"));
    Store store = deadlines.port(Store.class, given);
    Pause pause = deadlines.pause(said.pause);
    Heartbeat heartbeat =
        new Heartbeat(
            store.owners(),
            said.ids::nextOwnerId,
            said.settings.engine().application(),
            said.settings.heartbeat(),
            meter::vitals,
            said.ticker,
            () -> deadlines.left(deadlines.current()));
    Ownership ownership = new Ownership(store.owners(), heartbeat, said.ticker, pause);
    Engine engine =
        new Engine(
            store, ownership, said.ids, pause, said.ticker, said.settings.engine(), listener);
    BatchRunner runner = new BatchRunner(engine, new Runs(engine), said.ticker, listener);
    TransferQueue commit =
        new TransferQueue(
            runner,
            said.executor,
            said.callbacks,
            pause,
            said.ticker,
            said.settings.queue(),
            listener,
            deadlines,
            GuardedContext.of(said.context));
    meter.watch(commit);
    Function<TransactionRequest, TransactionOutcome> run =
        request -> commit.run(request, AnswerTime.WHEN_FINISHED);
    DocumentReader reader = new DocumentReader(store);
    Retention retention =
        new Retention(
            store,
            () ->
                List.of(
                    new CarryForward(store.carried(), new HashSet<>()),
                    new UnreadEvents(store.events())),
            new Trimming(store));
    int batchSize = said.settings.batchSize();
    CallerGuard guard = said.guard;
    Compensation compensation = new Compensation(runner, store.records(), guard);
    Recovery recovery =
        new Recovery(store, engine, ownership, batchSize, retention, listener, said.ticker);
    return new AssembledTwoPhase(
        new Accounts(store, guard),
        new Transfers(batchSize, commit, compensation, said.ids, listener, guard),
        new Transactions(store.records()),
        reader,
        compensation,
        new Authorizations(engine, store.records(), guard, listener),
        new Events(store, guard),
        new Evidence(store),
        recovery,
        new Scrub(store, listener),
        new Audit(store, said.settings.engine().stuckAfter()),
        new Statements(store, said.ticker),
        new Functions(
            store,
            reader,
            run,
            said.mapper.orElse(store.mapper()),
            new Turns(deadlines),
            pause,
            said.ids,
            guard,
            listener),
        new Periods(store, reader, run, said.ids, guard),
        retention,
        new OperatorActions(store.actions(), guard),
        deadlines,
        meter::read,
        closing(said, heartbeat, recovery, opened));
  }

  /** The heartbeat; and of a store that this opens, recovery before it and the store behind it. */
  private static List<AutoCloseable> closing(
      TwoPhase.Builder said,
      Heartbeat heartbeat,
      Recovery recovery,
      Optional<AutoCloseable> opened) {
    List<AutoCloseable> closing = new ArrayList<>(List.of(heartbeat));
    for (AutoCloseable store : opened.stream().toList()) {
      closing.add(
          0,
          RecoveryDaemon.start(
              recovery,
              RecoveryRequest.olderThan(said.settings.engine().stuckAfter()),
              said.recoveryEvery,
              RecoveryDaemon.Listener.LOGGED));
      closing.add(store);
    }
    return closing;
  }

  /**
   * Opens a store by the first provider that says it can. Class loaders name the providers: that of
   * the thread's context first, then that of Twophase itself. A provider that cannot be made hides
   * no other one.
   *
   * @throws IllegalArgumentException if none says so; providers that could not be made are
   *     suppressed in it
   */
  private static StoreProvider.Opened opened(String uri) {
    IllegalArgumentException refusal = new IllegalArgumentException(refusal(uri));
    return Stream.of(
            Thread.currentThread().getContextClassLoader(), TwoPhase.class.getClassLoader())
        .filter(Objects::nonNull)
        .distinct()
        .flatMap(loader -> provider(loader, uri, refusal).stream())
        .findFirst()
        .orElseThrow(() -> refusal)
        .openStore(uri);
  }

  private static Optional<StoreProvider> provider(
      ClassLoader loader, String uri, IllegalArgumentException refusal) {
    Iterator<StoreProvider> providers = ServiceLoader.load(StoreProvider.class, loader).iterator();
    for (int broken = 0; broken < MOST_BROKEN; broken++) {
      try {
        while (providers.hasNext()) {
          StoreProvider provider = providers.next();
          if (provider.opens(uri)) {
            return Optional.of(provider);
          }
        }
        return Optional.empty();
      } catch (ServiceConfigurationError | LinkageError unusable) {
        refusal.addSuppressed(unusable);
      }
    }
    return Optional.empty();
  }

  private static String refusal(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':') + 1);
    return "no adapter on the class path opens "
        + (scheme.matches(SCHEME) ? "\"" + scheme + "\"" : "a text that begins with no scheme")
        + ": mongodb: is of twophase-adapter-mongo, embedded: of twophase-embedded, and memory:"
        + " of twophase-adapter-inmemory";
  }

  /**
   * The use cases over one store, put together.
   *
   * @param closing what ends with this, in this order, after the transfers have ended
   */
  record AssembledTwoPhase(
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
      Deadlines deadlines,
      Supplier<Counters> metering,
      List<AutoCloseable> closing)
      implements TwoPhase {

    @Override
    public void close() {
      try {
        transfers.close();
      } finally {
        closing.forEach(one -> Guarded.run("the end of Twophase", one::close));
      }
    }

    @Override
    public TransactionOutcome run(Request request) {
      return transfers.run(request, AnswerTime.WHEN_FINISHED);
    }

    @Override
    public <T extends @Nullable Object> FunctionOutcome<T> transact(
        String id, TransactionFunction<T> function) {
      return functions.run(TwoPhase.transactionId(id), function);
    }

    @Override
    public <T> FunctionOutcome<T> transact(
        String id, Class<T> type, TransactionFunction<? extends @Nullable T> function) {
      return functions.run(TwoPhase.transactionId(id), type, function);
    }

    @Override
    public <T> T within(Duration time, Supplier<T> calls) {
      return deadlines.within(
          Objects.requireNonNull(time, "time"), Objects.requireNonNull(calls, "calls"));
    }

    @Override
    public Preview preview() {
      return new Preview(accounts::find, transactions::find);
    }

    @Override
    public Counters counters() {
      return metering.get();
    }
  }
}
