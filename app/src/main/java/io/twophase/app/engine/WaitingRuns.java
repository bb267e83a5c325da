package io.twophase.app.engine;

import io.twophase.domain.protocol.Worker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which of the runs that wait are sent again, and which have waited long enough. */
final class WaitingRuns {

  private WaitingRuns() {}

  /**
   * Those that are sent now. Of those that wait, each has to be patient by itself for room, and all
   * together for what others work on; those that are not any more are told so.
   */
  static List<TransactionRun> patient(
      StepKind rank, List<TransactionRun> group, RetryBudget budget, WaitPolicy waits) {
    boolean forRoom = rank == StepKind.AWAIT_ROOM;
    if ((rank != StepKind.AWAIT && !forRoom) || waits == WaitPolicy.LEAVE) {
      return group;
    }
    Worker first = group.get(0).worker();
    List<TransactionRun> goingOn = List.of();
    if (waits == WaitPolicy.PAUSE && forRoom) {
      goingOn = budget.awaitRoom(group, pause -> Jitter.of(pause, first));
    } else if (waits == WaitPolicy.PAUSE && budget.await(pause -> Jitter.of(pause, first))) {
      return group;
    }
    Set<TransactionRun> patient = new HashSet<>(goingOn);
    for (TransactionRun run : group) {
      if (!forRoom) {
        run.giveUp();
      } else if (!patient.contains(run)) {
        run.losePatience();
      }
    }
    return goingOn;
  }
}
