package io.twophase.app.engine;

import io.twophase.TwoPhaseListener;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Recovery.RecoveryListener;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.testing.ProtocolCalls;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One process that reaches a store over its own network, and takes over whatever is pending. */
final class StormProcess {

  private static final Ticker STILL = () -> Duration.ZERO;

  private final Store seen;
  private final Runs runs;
  private final Compensation compensation;
  private final Recovery recovery;

  /**
   * A process.
   *
   * @param ids no two processes of one store may give the same
   */
  StormProcess(Store store, Network network, IdSource ids) {
    seen = ProtocolCalls.before(store, network);
    Pause pause = time -> network.deliverSome();
    Ownership ownership = Ownership.of(store.owners(), Presence.HIDDEN, STILL, pause);
    Engine engine =
        Engines.over(
            seen,
            ownership,
            ids,
            pause,
            STILL,
            EngineSettings.of(new ApplicationName("test")).withStuckAfter(Duration.ZERO));
    runs = new Runs(engine);
    compensation =
        new Compensation(
            engine,
            new BatchRunner(engine, runs, STILL, TwoPhaseListener.IGNORED),
            seen.records(),
            CallerGuard.NONE);
    recovery =
        new Recovery(
            seen,
            engine,
            ownership,
            500,
            new Retention(seen, List.of(), new Trimming(seen)),
            new RecoveryListener() {},
            STILL);
  }

  List<Runs.Answer> run(List<NewTransaction> rows, boolean inOrder) {
    return runs.run(rows, inOrder, WaitPolicy.PAUSE, decided -> {}).ends().stream()
        .map(end -> end.get())
        .toList();
  }

  CancelOutcome cancel(TransactionId id) {
    return compensation.cancel(id, "by another");
  }

  List<Recovered> recover() {
    List<Recovered> recovered = new ArrayList<>();
    recovery.pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
    return recovered;
  }

  /** Withdraws dead holds; the findings of an audit after that. */
  List<?> scrubAndAudit() {
    new Scrub(seen, RecoveryListener.IGNORED)
        .run(
            orphan -> {},
            leftAlone -> {
              throw new AssertionError(leftAlone);
            });
    return new Audit(seen, Duration.ofHours(1)).run().findings();
  }
}
