package io.twophase.app.batch;

import io.twophase.app.TwoPhaseListener;
import io.twophase.app.audit.Audit;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.compensation.Compensation;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Repositories;
import io.twophase.app.owner.Ownership;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.retention.Retention;
import io.twophase.app.sweep.AccountSweep;
import io.twophase.app.sweep.RangeSweep;
import io.twophase.app.sweep.Sweep;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.app.transfer.batch.TransferEntry;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Batches;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One process that runs transfers as batches, over its own network to a store. */
final class Host {

  private static final Ticker STILL = () -> Duration.ZERO;

  private final Ownership ownership = Ownership.withoutOwners();
  private final Repositories repositories;
  private final EngineSettings settings;
  private final IdSource ids;
  private final Network network;
  final BatchEngine batches;
  final BatchRunner runner;
  final Compensation compensation;

  /** A transfer in a batch. */
  record Entry(TransferRequest request) implements TransferEntry {}

  /**
   * @param ids no two processes of one store may give the same
   * @param stuckAfter how long another's batch must be unmodified before it is taken over
   */
  Host(Store store, Network network, IdSource ids, Duration stuckAfter) {
    this(store, batches -> batches, network, ids, stuckAfter);
  }

  /** The same, which reaches something else in place of the store's batches. */
  Host(
      Store store,
      UnaryOperator<Batches> planted,
      Network network,
      IdSource ids,
      Duration stuckAfter) {
    this.network = network;
    this.ids = ids;
    this.settings = EngineSettings.of(new ApplicationName("test")).withStuckAfter(stuckAfter);
    this.repositories = Repositories.of(new Reached(store, planted, network));
    this.batches =
        new BatchEngine(
            repositories, ownership, this::pause, STILL, settings, EngineListener.IGNORED);
    Engine engine =
        new Engine(
            repositories,
            ownership,
            ids,
            this::pause,
            STILL,
            settings,
            EngineListener.IGNORED,
            new MemberRuns(
                repositories.batches().get(), repositories.transactions(), batches, ids));
    this.runner =
        new BatchRunner(
            engine,
            new AtomicShortcut(
                Option.none(), settings.application(), ids, STILL, EngineListener.IGNORED),
            Option.some(new BatchedTransfers(batches, ids)),
            ids,
            STILL,
            TwoPhaseListener.IGNORED);
    this.compensation =
        new Compensation(engine, runner, repositories.transactions(), CallerGuard.NONE);
  }

  private void pause(Duration time) {
    network.deliverSome();
  }

  List<TransactionOutcome> inOrder(List<TransferRequest> requests) {
    return outcomes(runner.runInOrder(entries(requests)));
  }

  List<TransactionOutcome> inAnyOrder(List<TransferRequest> requests) {
    return outcomes(runner.runWaiting(entries(requests), () -> {}));
  }

  private static List<Entry> entries(List<TransferRequest> requests) {
    return requests.stream().map(Entry::new).toList();
  }

  private static List<TransactionOutcome> outcomes(List<Answered<Entry>> answers) {
    return answers.stream().map(Answered::outcome).toList();
  }

  BatchEnd run(BatchGoal goal) {
    return batches.run(goal, ids.nextToken(), decided -> {});
  }

  AuditReport audit() {
    return new Audit(
            repositories.accounts(),
            repositories.transactions(),
            repositories.batches().map(Batches::records),
            repositories.carried(),
            Option.none(),
            Option.none(),
            Duration.ofHours(1))
        .run();
  }

  void scrub() {
    new Sweep(
            new AccountSweep(repositories.accounts(), repositories.transactions()),
            Option.none(),
            repositories.batches().map(there -> new RangeSweep(repositories.accounts(), there)))
        .run(
            orphan -> {},
            leftAlone -> {
              throw new AssertionError(leftAlone);
            });
  }

  List<Recovered> recover() {
    List<Recovered> recovered = new ArrayList<>();
    new Recovery(
            repositories,
            ownership,
            ids,
            this::pause,
            STILL,
            settings,
            500,
            new Retention(
                repositories.transactions(),
                repositories.batches().map(Batches::records),
                List.of()),
            new io.twophase.app.recovery.RecoveryListener() {},
            EngineListener.IGNORED)
        .pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
    return recovered;
  }

  /** A store as the process reaches it: what is of batches goes over the network. */
  private record Reached(Store sound, UnaryOperator<Batches> planted, Network network)
      implements Store {

    @Override
    public io.twophase.ports.AccountRepository accounts() {
      return sound.accounts();
    }

    @Override
    public io.twophase.ports.DocumentRepository documents() {
      return sound.documents();
    }

    @Override
    public io.twophase.ports.TransactionRepository transactions() {
      return sound.transactions();
    }

    @Override
    public io.twophase.ports.OwnerRepository owners() {
      return sound.owners();
    }

    @Override
    public io.twophase.domain.participant.Home home() {
      return sound.home();
    }

    @Override
    public Option<Batches> batches() {
      Batches there = planted.apply(sound.batches().get());
      RangeRepository ranges =
          calls ->
              ShakenBatches.each(
                  calls,
                  there.ranges()::ask,
                  new RangeReply.Counted(MatchOutcome.IN_DOUBT),
                  network);
      return Option.some(new Batches(ranges, new ShakenBatches(there.records(), network)));
    }
  }

  static TransferRequest request(String id, String source, String destination, long cents) {
    return new TransferRequest(
        Fixtures.transactionId(id),
        Fixtures.accountId(source),
        Fixtures.accountId(destination),
        Fixtures.cents(cents));
  }
}
