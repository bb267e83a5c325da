package io.twophase.app.engine;

import io.twophase.TwoPhaseListener;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Recovery.RecoveryListener;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** A process whose messages to its store may go wrong, and that takes over what is pending. */
final class StormProcess {

  private static final Ticker STILL = () -> Duration.ZERO;

  /** More than a process sends. */
  private static final int MESSAGES = 100;

  private static final List<Fault> FAULTS =
      List.of(Fault.LOSE_REQUEST, Fault.LOSE_ANSWER, Fault.DELIVER_LATE, Fault.DELIVER_LATE);

  private final FaultyStore seen;
  private final Random random;
  private final Runs runs;
  private final Compensation compensation;
  private final Recovery recovery;

  /**
   * A process.
   *
   * @param ids no two processes of one store may give the same
   */
  StormProcess(Store store, IdSource ids, Random random) {
    this.seen = FaultyStore.over(store);
    this.random = random;
    Pause pause =
        time -> {
          if (random.nextInt(4) == 0) {
            deliverLate();
          }
        };
    Ownership ownership = new Ownership(store.owners(), Optional::empty, STILL, pause);
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
            new BatchRunner(engine, runs, STILL, TwoPhaseListener.IGNORED),
            seen.records(),
            CallerGuard.NONE);
    recovery =
        new Recovery(
            seen,
            engine,
            ownership,
            500,
            new Retention(seen, List::of, new Trimming(seen)),
            new RecoveryListener() {},
            STILL);
  }

  /** The messages of this process that are late arrive now. */
  void deliverLate() {
    seen.faults().deliverLate();
  }

  /**
   * Some of the next messages are lost, unanswered or late, wholly or in part, and at one of them
   * the process dies.
   *
   * @param faultsInHundred how many of a hundred messages have another fate than to be answered
   * @param lastMessage the number of the message at which the process dies; below zero, never
   */
  StormProcess beset(int faultsInHundred, int lastMessage) {
    if (lastMessage >= 0) {
      seen.faults().ofTransactions().after(lastMessage).dies();
    }
    for (int message = 0; message < MESSAGES; message++) {
      if (random.nextInt(100) < faultsInHundred) {
        int odd = random.nextInt(3);
        seen.faults()
            .ofTransactions()
            .where(touch -> odd == 0 || (touch.on().hashCode() + odd) % 2 == 0)
            .after(message)
            .next(FAULTS.get(random.nextInt(FAULTS.size())));
      }
    }
    return this;
  }

  /** Before some of the next messages, others do this. */
  StormProcess intruded(Runnable others) {
    for (int message = 0; message < MESSAGES; message++) {
      if (random.nextInt(12) == 0) {
        seen.faults().ofTransactions().after(message).first(others);
      }
    }
    return this;
  }

  /** A transaction that was asked for, and how it ended. */
  record Answer(NewTransaction body, Result result) {}

  List<Answer> run(List<NewTransaction> rows, boolean inOrder) {
    Runs.Ended ended = runs.run(rows, inOrder, WaitPolicy.PAUSE, (at, decided) -> {});
    return IntStream.range(0, rows.size())
        .mapToObj(at -> new Answer(rows.get(at), ended.ends().get(at).get().result()))
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
    new Scrub(seen, TwoPhaseListener.IGNORED)
        .run(
            orphan -> {},
            leftAlone -> {
              throw new AssertionError(leftAlone);
            });
    return new Audit(seen, Duration.ofHours(1)).run().findings();
  }
}
