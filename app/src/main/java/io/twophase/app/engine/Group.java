package io.twophase.app.engine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Those whose next steps are of one kind, and so go in one call.
 *
 * @param rank the kind
 * @param runs at least one, in the order of the batch
 */
record Group(Rank rank, List<Run> runs) {

  /** The groups of {@code active}, which has one at least, in the order in which they go. */
  static List<Group> next(List<Run> active, Schedule schedule) {
    List<Run> eligible = schedule == Schedule.LOCKSTEP ? upToFirstWaiting(active) : active;
    Rank first = eligible.get(0).rank();
    // in nearly all rounds
    if (areAll(first, eligible)) {
      return List.of(new Group(first, eligible));
    }
    Map<Rank, List<Run>> byRank = new EnumMap<>(Rank.class);
    for (Run run : eligible) {
      byRank.computeIfAbsent(run.rank(), rank -> new ArrayList<>()).add(run);
    }
    if (schedule == Schedule.FREE) {
      // Those that wait for others' work do so when nothing else is left to do.
      waitLast(byRank, Rank.AWAIT);
      waitLast(byRank, Rank.AWAIT_ROOM);
    }
    List<Group> groups = new ArrayList<>(byRank.size());
    byRank.forEach((rank, runs) -> groups.add(new Group(rank, runs)));
    return schedule == Schedule.LOCKSTEP ? groups.subList(0, 1) : groups;
  }

  /** Whether one of them was in a call before that failed. */
  boolean hasApart() {
    for (Run run : runs) {
      if (run.isApart()) {
        return true;
      }
    }
    return false;
  }

  private static boolean areAll(Rank rank, List<Run> runs) {
    for (Run run : runs) {
      if (run.rank() != rank) {
        return false;
      }
    }
    return true;
  }

  private static void waitLast(Map<Rank, List<Run>> groups, Rank waiting) {
    if (groups.size() > 1) {
      groups.remove(waiting);
    }
  }

  /** What comes behind a transaction that must be waited for is held only after it is decided. */
  private static List<Run> upToFirstWaiting(List<Run> active) {
    if (active.stream().anyMatch(run -> run.rank() == Rank.INSERT)) {
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
