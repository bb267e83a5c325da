package io.twophase.app;

import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.compensation.Compensation;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Ownership;
import io.twophase.app.engine.Runs;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.retention.Retention;
import io.twophase.app.retention.Trimming;
import io.twophase.app.retention.UnreadEvents;
import io.twophase.app.runtime.AlarmThread;
import io.twophase.app.runtime.Deadlines;
import io.twophase.app.runtime.GuardedContext;
import io.twophase.app.runtime.Heartbeat;
import io.twophase.app.statement.CarryForward;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import java.util.List;

/** Puts the use cases together, over what a builder was given, within its callers' deadlines. */
final class Assembly {

  private final TwoPhase.Builder given;
  private final TwoPhaseSettings settings;
  private final IdSource ids;
  private final Ticker ticker;
  private final CallerGuard guard;
  private final Deadlines deadlines;
  private final Store store;
  private final Records records;
  private final Pause pause;
  private final TransferMetrics meter;
  private final Heartbeat heartbeat;
  private final Ownership ownership;

  Assembly(TwoPhase.Builder given) {
    this.given = given;
    this.settings = given.settings;
    this.ids = given.ids;
    this.ticker = given.ticker;
    this.guard = given.guard;
    this.deadlines =
        new Deadlines(ticker, given.store.callLimit(), new AlarmThread("twophase-deadline"));
    this.store = BoundedStore.of(given.store, deadlines);
    this.records = store.records();
    this.pause = deadlines.pause(given.pause);
    this.meter = new TransferMetrics(given.listener);
    this.heartbeat =
        new Heartbeat(
            store.owners(),
            ids::nextOwnerId,
            settings.engine().application(),
            settings.heartbeat(),
            ticker,
            () -> deadlines.left(deadlines.current()));
    this.ownership = Ownership.of(store.owners(), heartbeat, ticker, pause);
  }

  /** All of Twophase. */
  TwoPhase twoPhase() {
    Engine engine =
        new Engine(
            store.holds(),
            records,
            store.home(),
            ownership,
            ids,
            pause,
            ticker,
            settings.engine(),
            meter);
    Runs runs = new Runs(engine, records, ids, store.accounts().collection(), ticker, meter);
    BatchRunner runner = new BatchRunner(engine, runs, ticker, meter);
    TransferQueue commit =
        new TransferQueue(
            runner,
            given.executor,
            given.callbacks,
            pause,
            ticker,
            settings.queue(),
            meter,
            deadlines,
            GuardedContext.of(given.context));
    Compensation compensation = new Compensation(engine, runner, records, guard);
    DocumentReader reader = new DocumentReader(store);
    Retention retention =
        new Retention(
            store,
            List.of(new CarryForward(store.carried()), new UnreadEvents(store)),
            new Trimming(store));
    return new TwoPhase(
        new Accounts(store, guard),
        new Transfers(settings.batchSize(), commit, compensation, ids, meter, guard),
        new Transactions(records),
        reader,
        compensation,
        new Authorizations(engine, records, guard, meter),
        new Events(store, guard),
        new Evidence(store),
        new Recovery(store, engine, ownership, settings.batchSize(), retention, meter, ticker),
        new Scrub(store, meter),
        new Audit(store, settings.engine().stuckAfter()),
        new Statements(store, ticker),
        new Periods(
            store, reader, request -> commit.run(request, AnswerTime.WHEN_FINISHED), ids, guard),
        retention,
        deadlines::within,
        () -> meter.read(commit),
        heartbeat);
  }
}
