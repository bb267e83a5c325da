package io.twophase.app.engine;

import io.twophase.domain.Eithers;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Workers meet obstacles: holds that nobody will ever settle, and records that no worker is at. */
final class Obstacles {

  private final Records records;
  private final DeadHolds deadHolds;
  private final Ownership ownership;
  private final Duration stuckAfter;

  /**
   * @param stuckAfter how long a pending record is unmodified before nobody is at work on it
   */
  Obstacles(Records records, DeadHolds deadHolds, Ownership ownership, Duration stuckAfter) {
    this.records = records;
    this.deadHolds = deadHolds;
    this.ownership = ownership;
    this.stuckAfter = stuckAfter;
  }

  /**
   * A target that has too little is cleared of dead holds first, once for each worker. If some were
   * there, the answer is what there is without them. What is placed stays placed though the
   * clearing fails: the target is in doubt then, so that nothing is placed again at this epoch.
   */
  List<Answer> cleared(WorkerRun run, List<Placing> asked, List<Answer> answers) {
    List<Target> tight = new ArrayList<>(0);
    for (int at = 0; at < asked.size(); at++) {
      if (answers.get(at).kind() == Answer.Kind.SHORT && !run.hasCleared(asked.get(at).target())) {
        tight.add(asked.get(at).target());
      }
    }
    if (tight.isEmpty()) {
      return answers;
    }
    Map<Target, Stored> cleared;
    try {
      cleared = deadHolds.clearOf(tight);
    } catch (StoreException fault) {
      return inDoubt(tight, asked, answers);
    }
    run.cleared(tight);
    List<Answer> fresh = new ArrayList<>(answers.size());
    for (int at = 0; at < answers.size(); at++) {
      Answer answer = answers.get(at);
      Stored stored = cleared.get(asked.get(at).target());
      fresh.add(
          stored != null && answer.kind() == Answer.Kind.SHORT
              ? asShort(asked.get(at).claim(), stored, answer)
              : answer);
    }
    return fresh;
  }

  private static List<Answer> inDoubt(
      List<Target> failed, List<Placing> asked, List<Answer> answers) {
    List<Answer> told = new ArrayList<>(answers);
    for (int at = 0; at < told.size(); at++) {
      if (failed.contains(asked.get(at).target())) {
        told.set(at, Answer.inDoubt());
      }
    }
    return told;
  }

  private static Answer asShort(Claim claim, Stored stored, Answer before) {
    return claim
        .ofRange()
        .flatMap(range -> Eithers.right(stored.bounds(range.scale())))
        .map(Answer::shortOf)
        .orElse(before);
  }

  /** The lookups of each run, and whether a record among them is stuck. */
  List<Event> seen(List<WorkerRun> runs, List<List<Lookup>> lookups) {
    Set<TransactionRecord> abandoned = abandoned(runs, lookups);
    return lookups.stream()
        .<Event>map(
            all -> new Event.Seen(all, all.stream().anyMatch(lookup -> isStuck(lookup, abandoned))))
        .toList();
  }

  /** The pending records of other owners that no longer work on them. */
  private Set<TransactionRecord> abandoned(List<WorkerRun> runs, List<List<Lookup>> lookups) {
    List<TransactionRecord> pending = new ArrayList<>(0);
    for (int at = 0; at < runs.size(); at++) {
      for (Lookup lookup : lookups.get(at)) {
        for (TransactionRecord record : lookup.record().stream().toList()) {
          if (record.state() == State.PENDING
              && !record.isOwnedBy(runs.get(at).worker().owner().token())
              && !isOld(lookup)) {
            pending.add(record);
          }
        }
      }
    }
    return pending.isEmpty() ? Set.of() : ownership.abandoned(pending);
  }

  private boolean isStuck(Lookup lookup, Set<TransactionRecord> abandoned) {
    return lookup
        .record()
        .filter(
            record ->
                record.state() == State.PENDING && (isOld(lookup) || abandoned.contains(record)))
        .isPresent();
  }

  private boolean isOld(Lookup lookup) {
    return lookup.unmodifiedFor().compareTo(stuckAfter) >= 0;
  }

  /**
   * The records that have to be brought to their ends before the waiting runs can go on: those that
   * nobody works on, and those that are decided and in the way of a member's next record. Dead
   * holds that are in the way are withdrawn.
   */
  List<RecordId> stuck(List<WorkerRun> waiting) {
    List<DeadHolds.Placed> blockers = new ArrayList<>(0);
    List<RecordId> named = new ArrayList<>(0);
    for (WorkerRun run : waiting) {
      blockers.addAll(
          run.pause().blockers().stream()
              .map(blocker -> new DeadHolds.Placed(blocker.target(), blocker.hold()))
              .toList());
      named.addAll(run.pause().records());
    }
    List<RecordId> stuck = new ArrayList<>(0);
    if (!blockers.isEmpty()) {
      stuck.addAll(left(deadHolds.clear(blockers), false));
    }
    if (!named.isEmpty()) {
      stuck.addAll(left(records.find(named.stream().distinct().toList()), true));
    }
    return stuck.stream().distinct().toList();
  }

  private List<RecordId> left(List<Lookup> lookups, boolean decidedToo) {
    List<TransactionRecord> open = new ArrayList<>(lookups.size());
    lookups.forEach(
        lookup -> lookup.record().filter(record -> !record.state().isFinal()).ifPresent(open::add));
    Set<TransactionRecord> abandoned = open.isEmpty() ? Set.of() : ownership.abandoned(open);
    List<RecordId> left = new ArrayList<>(open.size());
    for (Lookup lookup : lookups) {
      for (TransactionRecord record : lookup.record().stream().toList()) {
        if (open.contains(record)
            && (isOld(lookup)
                || abandoned.contains(record)
                || (decidedToo && record.state().isDecided()))) {
          left.add(record.id());
        }
      }
    }
    return left;
  }
}
