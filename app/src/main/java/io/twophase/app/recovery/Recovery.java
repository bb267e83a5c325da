package io.twophase.app.recovery;

import io.twophase.app.batch.BatchEngine;
import io.twophase.app.batch.MemberRuns;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.MemberTransfers;
import io.twophase.app.engine.Repositories;
import io.twophase.app.event.Numbering;
import io.twophase.app.evidence.LeafReader;
import io.twophase.app.evidence.TreeGrowth;
import io.twophase.app.owner.Ownership;
import io.twophase.app.retention.Retention;
import io.twophase.ports.Batches;
import io.twophase.ports.EventRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finishes what others left, the oldest first, by the compensation rules. It takes over a
 * transaction at once if its owner is dead. It takes over any transaction that has not changed for
 * as long as the request says, whoever owns it.
 *
 * <p>The rows of an import in file order are an exception while they are undecided: they are left
 * to the same import, which goes on with them in the file's order as soon as it is started again.
 * Only when they have not changed for as long as the request says are they taken over, one by one,
 * in the order of the rows.
 *
 * <p>Transfers that a batch has left out, and that whoever asked for them does not go on with, are
 * among what others left: they are run as lone transactions, by the same rules. Those of a batch in
 * order are run one by one, in its order.
 *
 * <p>What is old comes first. Then a pass waits until it knows of each owner whether it is alive: a
 * second or two where it is, and five beats where it is dead; 6 seconds at most, and an owner that
 * beats too slowly for that is left to the next pass. Any number of processes may recover one store
 * at the same time, while owners are at work: epochs decide whose work counts. Thread-safe.
 */
public final class Recovery {

  private final Repositories repositories;
  private final Ownership ownership;
  private final IdSource ids;
  private final Pause pause;
  private final Ticker ticker;
  private final EngineSettings settings;
  private final int batchSize;
  private final Retention retention;
  private final RecoveryListener listener;
  private final EngineListener engineListener;

  /**
   * Recovery of one store.
   *
   * @param retention of the same store
   * @param listener is notified of what {@code report} receives; must not throw
   * @param engineListener is notified of what the engine of recovery does; must not throw
   */
  public Recovery(
      Repositories repositories,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      Ticker ticker,
      EngineSettings settings,
      int batchSize,
      Retention retention,
      RecoveryListener listener,
      EngineListener engineListener) {
    this.retention = retention;
    this.listener = listener;
    this.engineListener = engineListener;
    this.repositories = repositories;
    this.ownership = ownership;
    this.ids = ids;
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
    this.batchSize = batchSize;
  }

  /**
   * One pass over what is stuck now: at most {@link TransactionRepository#MAX_LATEST} transactions,
   * and as many batches with the transfers that each has left out, besides any number of records
   * that cannot be read.
   *
   * @param report receives each transaction, as its batch ends
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void pass(RecoveryRequest request, Consumer<Recovered> report) {
    pass(
        Objects.requireNonNull(request, "request"),
        id -> true,
        Objects.requireNonNull(report, "report"));
  }

  /**
   * Gives numbers to what was decided before this call, where events are on: see {@link Numbering};
   * and leaves to what is numbered, where evidence is on: see {@link TreeGrowth}.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void numberEvents() {
    repositories
        .events()
        .filter(EventRepository::isOn)
        .forEach(events -> new Numbering(events).run());
    repositories.events().filter(events -> events.evidence().isOn()).forEach(this::growTree);
  }

  private void growTree(EventRepository events) {
    LeafReader reader =
        new LeafReader(repositories.transactions(), repositories.batches().map(Batches::records));
    new TreeGrowth(events, reader).run();
  }

  /**
   * Removes what was finished longer ago than the store is set to keep it, one pass, as {@link
   * Retention#pass()}.
   */
  public Retention.Removed removeExpired() {
    return retention.pass();
  }

  /** Makes one pass as {@link Retention#attempt()}. */
  public Retention.Removed attemptRemoval() {
    return retention.attempt();
  }

  /** Measures the time between rounds. */
  Ticker ticker() {
    return ticker;
  }

  void pass(RecoveryRequest request, Predicate<String> wanted, Consumer<Recovered> report) {
    Consumer<Recovered> notifyAndReport =
        recovered -> {
          listener.recovered(recovered);
          report.accept(recovered);
        };
    EngineSettings asked = settings.withStuckAfter(request.olderThan());
    Option<BatchEngine> ofBatches =
        repositories
            .batches()
            .map(
                batches ->
                    new BatchEngine(repositories, ownership, pause, ticker, asked, engineListener));
    ofBatches.forEach(
        engine ->
            new BatchRecovery(
                    engine,
                    repositories.batches().get().records(),
                    ownership,
                    ids,
                    request,
                    wanted,
                    notifyAndReport)
                .run());
    RecoveryRuns runs =
        new RecoveryRuns(
            engine(asked, ofBatches), ofBatches, ids, batchSize, request.policy(), notifyAndReport);
    new RecoveryPass(
            runs,
            ofBatches.map(
                engine ->
                    new LeftOutRecovery(
                        engine,
                        repositories.batches().get().records(),
                        repositories.transactions(),
                        ownership,
                        request,
                        wanted,
                        runs,
                        notifyAndReport)),
            repositories.transactions(),
            ownership,
            request,
            wanted,
            notifyAndReport)
        .run();
    ownership.removeLongDead(
        bad -> {
          if (wanted.test(bad.id())) {
            notifyAndReport.accept(new Recovered.Unreadable(bad.id(), bad.fault()));
          }
        });
  }

  private Engine engine(EngineSettings asked, Option<BatchEngine> ofBatches) {
    MemberTransfers members =
        ofBatches
            .<MemberTransfers>map(
                working ->
                    new MemberRuns(
                        repositories.batches().get(), repositories.transactions(), working, ids))
            .getOrElse(() -> MemberTransfers.BY_DECISION);
    return new Engine(repositories, ownership, ids, pause, ticker, asked, engineListener, members);
  }
}
