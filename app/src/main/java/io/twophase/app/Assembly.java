package io.twophase.app;

import io.twophase.app.audit.Audit;
import io.twophase.app.audit.AuditedDocuments;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.batch.BatchEngine;
import io.twophase.app.batch.BatchedTransfers;
import io.twophase.app.batch.MemberRuns;
import io.twophase.app.compensation.Compensation;
import io.twophase.app.deadline.Deadlines;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.MemberTransfers;
import io.twophase.app.engine.Repositories;
import io.twophase.app.event.Events;
import io.twophase.app.event.Trimming;
import io.twophase.app.event.UnreadEvents;
import io.twophase.app.evidence.Evidence;
import io.twophase.app.evidence.LeaflessRecords;
import io.twophase.app.owner.Ownership;
import io.twophase.app.period.Periods;
import io.twophase.app.reading.DocumentReader;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.retention.BeforeRemoval;
import io.twophase.app.retention.Retention;
import io.twophase.app.runtime.AlarmThread;
import io.twophase.app.runtime.GuardedContext;
import io.twophase.app.runtime.Heartbeat;
import io.twophase.app.statement.CarryForward;
import io.twophase.app.statement.Statements;
import io.twophase.app.sweep.AccountSweep;
import io.twophase.app.sweep.DocumentSweep;
import io.twophase.app.sweep.RangeSweep;
import io.twophase.app.sweep.Scrub;
import io.twophase.app.sweep.Sweep;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.app.transfer.batch.BatchPlanner;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Puts the use cases together, over what a builder was given, within its callers' deadlines. */
final class Assembly {

  private final TwoPhase.Builder given;
  private final TwoPhaseSettings settings;
  private final IdSource ids;
  private final Ticker ticker;
  private final CallerGuard guard;
  private final Deadlines deadlines;
  private final Repositories repositories;
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Option<BatchRepository> batchRecords;
  private final Pause pause;
  private final TransferMetrics meter;
  private final Option<Heartbeat> heartbeat;
  private final Ownership ownership;

  Assembly(TwoPhase.Builder given) {
    this.given = given;
    this.settings = given.settings;
    this.ids = given.ids;
    this.ticker = given.ticker;
    this.guard = given.guard;
    this.deadlines = new Deadlines(ticker, given.limit, new AlarmThread("twophase-deadline"));
    this.repositories = BoundedRepositories.of(given.repositories, deadlines);
    this.accounts = repositories.accounts();
    this.transactions = repositories.transactions();
    this.batchRecords = repositories.batches().map(Batches::records);
    this.pause = deadlines.pause(given.pause);
    this.meter = new TransferMetrics(given.listener);
    Option<OwnerRepository> owners =
        given.owners.map(there -> deadlines.port(OwnerRepository.class, there));
    this.heartbeat = owners.map(this::heartbeat);
    this.ownership =
        heartbeat
            .map(beating -> Ownership.of(owners.get(), beating, ticker, pause))
            .getOrElse(Ownership::withoutOwners);
  }

  private Heartbeat heartbeat(OwnerRepository shown) {
    return new Heartbeat(
        shown,
        ids::nextOwnerId,
        settings.engine().application(),
        settings.heartbeat(),
        ticker,
        () -> deadlines.left(deadlines.current()));
  }

  /** All of Twophase. */
  TwoPhase twoPhase() {
    Option<BatchEngine> batches = repositories.batches().map(there -> batchEngine());
    Engine engine = engine(batches);
    Option<BatchedTransfers> together =
        batches
            .filter(working -> given.batchesAsOne)
            .map(working -> new BatchedTransfers(working, ids));
    BatchRunner runner = new BatchRunner(engine, shortcut(), together, ids, ticker, meter);
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
            new GuardedContext(given.context));
    Compensation compensation = new Compensation(engine, runner, transactions, guard);
    DocumentReader reader = new DocumentReader(repositories);
    Retention retention =
        new Retention(
            transactions,
            batchRecords,
            beforeRemoval(),
            Trimming.of(repositories.events(), transactions, batchRecords));
    return new TwoPhase(
        new Accounts(accounts, guard),
        new Transfers(runner, planner(together), commit, compensation, ids, meter, guard),
        new Transactions(transactions, batchRecords),
        reader,
        compensation,
        new Authorizations(engine, transactions, guard, meter),
        new Events(repositories.events(), transactions, batchRecords, guard),
        new Evidence(repositories.events(), transactions, batchRecords),
        recovery(retention),
        scrub(),
        audit(),
        new Statements(accounts, transactions, batchRecords, repositories.carried(), ticker),
        new Periods(
            repositories,
            reader,
            request -> commit.run(request, AnswerTime.WHEN_FINISHED),
            ids,
            guard),
        retention,
        deadlines::within,
        () -> meter.read(commit),
        heartbeat.<AutoCloseable>map(beating -> beating).getOrElse(() -> () -> {}));
  }

  private BatchEngine batchEngine() {
    return new BatchEngine(repositories, ownership, pause, ticker, settings.engine(), meter);
  }

  private Engine engine(Option<BatchEngine> batches) {
    MemberTransfers members =
        batches
            .<MemberTransfers>map(
                working -> new MemberRuns(repositories.batches().get(), transactions, working, ids))
            .getOrElse(() -> MemberTransfers.BY_DECISION);
    return new Engine(
        repositories, ownership, ids, pause, ticker, settings.engine(), meter, members);
  }

  private AtomicShortcut shortcut() {
    return new AtomicShortcut(
        repositories.atomicBatches(), settings.engine().application(), ids, ticker, meter);
  }

  private BatchPlanner planner(Option<BatchedTransfers> together) {
    return new BatchPlanner(accounts, settings.batchSize(), together.isDefined());
  }

  private Recovery recovery(Retention retention) {
    return new Recovery(
        repositories,
        ownership,
        ids,
        pause,
        ticker,
        settings.engine(),
        settings.batchSize(),
        retention,
        meter,
        meter);
  }

  private Scrub scrub() {
    return new Scrub(
        new Sweep(
            new AccountSweep(accounts, transactions),
            repositories
                .documents()
                .map(there -> new DocumentSweep(there.repository(), there.home(), transactions)),
            repositories.batches().map(there -> new RangeSweep(accounts, there))),
        meter);
  }

  private Audit audit() {
    return new Audit(
        accounts,
        transactions,
        batchRecords,
        repositories.carried(),
        repositories
            .documents()
            .map(there -> new AuditedDocuments(there.repository(), there.home())),
        repositories.events(),
        settings.engine().stuckAfter());
  }

  /** What happens before retention removes anything, in this order. */
  private List<BeforeRemoval> beforeRemoval() {
    List<BeforeRemoval> steps = new ArrayList<>();
    repositories.carried().map(CarryForward::new).forEach(steps::add);
    repositories.events().map(UnreadEvents::new).forEach(steps::add);
    repositories.events().map(LeaflessRecords::new).forEach(steps::add);
    return steps;
  }
}
