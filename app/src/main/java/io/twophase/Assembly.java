package io.twophase;

import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Ownership;
import io.twophase.app.engine.Runs;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.function.Functions;
import io.twophase.app.recovery.CarryForward;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.recovery.UnreadEvents;
import io.twophase.app.runtime.AlarmThread;
import io.twophase.app.runtime.Deadlines;
import io.twophase.app.runtime.Guarded;
import io.twophase.app.runtime.GuardedContext;
import io.twophase.app.runtime.Heartbeat;
import io.twophase.app.runtime.Turns;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.domain.document.CollectionName;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.StoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts the use cases of one store together, as a builder says. Used once. */
final class Assembly {

  private final TwoPhase.Builder said;
  private final TransferMetrics meter;
  private final Deadlines deadlines;
  private final Store store;
  private final Pause pause;
  private final Heartbeat heartbeat;
  private final Ownership ownership;
  private final Engine engine;
  private final BatchRunner runner;
  private final TransferQueue commit;
  private final Function<TransactionRequest, TransactionOutcome> run;
  private final DocumentReader reader;
  private final Retention retention;

  Assembly(TwoPhase.Builder said, Store given) {
    this.said = said;
    this.meter = new TransferMetrics(said.listener);
    this.deadlines =
        new Deadlines(said.ticker, given.callLimit(), new AlarmThread("twophase-deadline"));
    this.store = BoundedStore.of(given, deadlines);
    this.pause = deadlines.pause(said.pause);
    this.heartbeat = heartbeat();
    this.ownership = Ownership.of(store.owners(), heartbeat, said.ticker, pause);
    this.engine = engine();
    this.runner = runner();
    this.commit = commit();
    this.run = request -> commit.run(request, AnswerTime.WHEN_FINISHED);
    this.reader = new DocumentReader(store);
    this.retention =
        new Retention(
            store,
            List.of(new CarryForward(store.carried()), new UnreadEvents(store)),
            new Trimming(store));
  }

  /** Puts all together over a store that was opened for it; closes the store if that fails. */
  static TwoPhase opening(TwoPhase.Builder said, StoreProvider.Opened opened) {
    try {
      return new Assembly(said, opened.store()).twoPhase(Optional.of(opened.closing()));
    } catch (Throwable fault) {
      Guarded.run("the end of Twophase", opened.closing()::close);
      throw fault;
    }
  }

  private Heartbeat heartbeat() {
    return new Heartbeat(
        store.owners(),
        said.ids::nextOwnerId,
        said.settings.engine().application(),
        said.settings.heartbeat(),
        () -> meter.vitals(commit),
        said.ticker,
        () -> deadlines.left(deadlines.current()));
  }

  private Engine engine() {
    return new Engine(
        store.holds(),
        store.records(),
        store.home(),
        ownership,
        said.ids,
        pause,
        said.ticker,
        said.settings.engine(),
        meter);
  }

  private BatchRunner runner() {
    CollectionName accounts = store.accounts().collection();
    return new BatchRunner(
        engine,
        new Runs(engine, store.records(), said.ids, accounts, said.ticker, meter),
        said.ticker,
        meter);
  }

  private TransferQueue commit() {
    return new TransferQueue(
        runner,
        said.executor,
        said.callbacks,
        pause,
        said.ticker,
        said.settings.queue(),
        meter,
        deadlines,
        GuardedContext.of(said.context));
  }

  private Functions functions() {
    return new Functions(
        store,
        reader,
        run,
        said.mapper.orElse(store.mapper()),
        new Turns(deadlines),
        pause,
        said.ids,
        said.guard,
        meter);
  }

  /**
   * All of Twophase.
   *
   * @param opened ends the store, if it was opened for this
   */
  TwoPhase twoPhase(Optional<AutoCloseable> opened) {
    int batchSize = said.settings.batchSize();
    CallerGuard guard = said.guard;
    Compensation compensation = new Compensation(engine, runner, store.records(), guard);
    Recovery recovery =
        new Recovery(store, engine, ownership, batchSize, retention, meter, said.ticker);
    return new AssembledTwoPhase(
        new Accounts(store, guard),
        new Transfers(batchSize, commit, compensation, said.ids, meter, guard),
        new Transactions(store.records()),
        reader,
        compensation,
        new Authorizations(engine, store.records(), guard, meter),
        new Events(store, guard),
        new Evidence(store),
        recovery,
        new Scrub(store, meter),
        new Audit(store, said.settings.engine().stuckAfter()),
        new Statements(store, said.ticker),
        functions(),
        new Periods(store, reader, run, said.ids, guard),
        retention,
        new OperatorActions(store.actions(), guard),
        deadlines,
        () -> meter.read(commit),
        closing(recovery, opened));
  }

  /** The heartbeat; and of a store that this opens, recovery before it and the store behind it. */
  private List<AutoCloseable> closing(Recovery recovery, Optional<AutoCloseable> opened) {
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
}
