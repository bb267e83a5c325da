package io.twophase.app.engine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Transactions whose next steps are of one kind, and so go in one call.
 *
 * @param rank the kind
 * @param runs at least one, in the order of the batch
 */
record StepGroup(StepKind rank, List<TransactionRun> runs) {

  /** The groups of {@code active}, which has one at least, in the order in which they go. */
  static List<StepGroup> next(List<TransactionRun> active, StepOrder schedule) {
    List<TransactionRun> eligible =
        schedule == StepOrder.LOCKSTEP ? upToFirstWaiting(active) : active;
    StepKind first = eligible.get(0).rank();
    // in nearly all rounds
    if (areAll(first, eligible)) {
      return List.of(new StepGroup(first, eligible));
    }
    Map<StepKind, List<TransactionRun>> byRank = new EnumMap<>(StepKind.class);
    for (TransactionRun run : eligible) {
      byRank.computeIfAbsent(run.rank(), rank -> new ArrayList<>()).add(run);
    }
    if (schedule == StepOrder.FREE) {
      // Those that wait for others' work do so when nothing else is left to do.
      waitLast(byRank, StepKind.AWAIT);
      waitLast(byRank, StepKind.AWAIT_ROOM);
    }
    List<StepGroup> groups = new ArrayList<>(byRank.size());
    byRank.forEach((rank, runs) -> groups.add(new StepGroup(rank, runs)));
    return schedule == StepOrder.LOCKSTEP ? groups.subList(0, 1) : groups;
  }

  /** Whether one of them was in an earlier call that failed. */
  boolean hasApart() {
    for (TransactionRun run : runs) {
      if (run.isApart()) {
        return true;
      }
    }
    return false;
  }

  private static boolean areAll(StepKind rank, List<TransactionRun> runs) {
    for (TransactionRun run : runs) {
      if (run.rank() != rank) {
        return false;
      }
    }
    return true;
  }

  private static void waitLast(Map<StepKind, List<TransactionRun>> groups, StepKind waiting) {
    if (groups.size() > 1) {
      groups.remove(waiting);
    }
  }

  /** Transactions behind one that has to wait place their holds only after that one is decided. */
  private static List<TransactionRun> upToFirstWaiting(List<TransactionRun> active) {
    if (active.stream().anyMatch(run -> run.rank() == StepKind.INSERT)) {
      return active;
    }
    for (int at = 0; at < active.size(); at++) {
      if (active.get(at).isWaiting()) {
        return active.subList(0, Math.max(1, at));
      }
    }
    return active;
  }
}
