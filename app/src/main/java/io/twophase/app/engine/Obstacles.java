package io.twophase.app.engine;

import io.twophase.domain.Owner.Token;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Answers;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Workers meet obstacles: holds that nobody will ever settle, and records that no worker is at.
 *
 * @param stuckAfter how long a pending record is unmodified before nobody is at work on it
 */
record Obstacles(Records records, DeadHolds deadHolds, Ownership ownership, Duration stuckAfter) {

  /**
   * A target that has too little is cleared of dead holds first, once for each worker. If some were
   * there, the answer is what there is without them. A placed hold stays placed though the clearing
   * fails: the target is in doubt then, so that nothing is placed again at this epoch.
   */
  List<Answer> cleared(WorkerRun run, List<Placing> asked, List<Answer> answers) {
    List<Target> tight = new ArrayList<>(0);
    Answers.each(
        asked,
        answers,
        (placing, answer) -> {
          if (answer.kind() == Answer.Kind.SHORT && !run.cleared.contains(placing.target())) {
            tight.add(placing.target());
          }
        });
    if (tight.isEmpty()) {
      return answers;
    }
    try {
      Map<Target, Stored> cleared = deadHolds.clearOf(tight);
      run.cleared.addAll(tight);
      return Answers.map(
          asked,
          answers,
          (placing, answer) ->
              Optional.ofNullable(cleared.get(placing.target()))
                  .filter(stored -> answer.kind() == Answer.Kind.SHORT)
                  .map(stored -> asShort(placing.claim(), stored, answer))
                  .orElse(answer));
    } catch (StoreException fault) {
      return Answers.map(
          asked,
          answers,
          (placing, answer) -> tight.contains(placing.target()) ? Answer.IN_DOUBT : answer);
    }
  }

  private static Answer asShort(Claim claim, Stored stored, Answer before) {
    return claim
        .ofRange()
        .flatMap(range -> stored.bounds(range.scale()).toJavaOptional())
        .map(Answer::shortOf)
        .orElse(before);
  }

  /** The lookups of each run, and whether a pending record among them is stuck. */
  List<Event> seen(List<WorkerRun> runs, List<List<Lookup>> lookups) {
    Set<Token> own = new HashSet<>();
    runs.forEach(run -> own.add(run.worker().owner().token()));
    Set<TransactionRecord> left =
        left(
            lookups.stream().flatMap(List::stream).toList(),
            record -> record.state() == State.PENDING,
            record -> record.owner().filter(owner -> own.contains(owner.token())).isPresent());
    return lookups.stream()
        .<Event>map(
            all ->
                new Event.Seen(
                    all,
                    all.stream()
                        .anyMatch(each -> each.record().filter(left::contains).isPresent())))
        .toList();
  }

  /** The records that nobody works on: they are old, or their owners work no more. */
  private Set<TransactionRecord> left(
      List<Lookup> lookups,
      Predicate<TransactionRecord> some,
      Predicate<TransactionRecord> isWorkedOn) {
    Set<TransactionRecord> left = new LinkedHashSet<>();
    List<TransactionRecord> young = new ArrayList<>(0);
    for (Lookup lookup : lookups) {
      boolean isOld = lookup.unmodifiedFor().compareTo(stuckAfter) >= 0;
      lookup
          .record()
          .filter(some)
          .filter(record -> isOld || !isWorkedOn.test(record))
          .ifPresent(isOld ? left::add : young::add);
    }
    if (!young.isEmpty()) {
      left.addAll(ownership.abandoned(young));
    }
    return left;
  }

  /**
   * The records that have to be brought to their ends before the waiting runs can go on: those that
   * nobody works on, and those that are decided and in the way of a member's next record. Dead
   * holds that are in the way are withdrawn.
   */
  Set<RecordId> stuck(List<WorkerRun> waiting) {
    List<Blocker> blockers = new ArrayList<>(0);
    Set<RecordId> named = new LinkedHashSet<>(0);
    for (WorkerRun run : waiting) {
      blockers.addAll(run.pause().blockers());
      named.addAll(run.pause().records());
    }
    List<Lookup> met = new ArrayList<>(blockers.isEmpty() ? List.of() : deadHolds.clear(blockers));
    List<Lookup> next = named.isEmpty() ? List.of() : records.find(List.copyOf(named));
    met.addAll(next);
    Set<RecordId> stuck = new LinkedHashSet<>();
    left(met, record -> !record.state().isFinal(), none -> false)
        .forEach(record -> stuck.add(record.id()));
    for (Lookup lookup : next) {
      lookup
          .record()
          .filter(record -> record.state().isDecided() && !record.state().isFinal())
          .ifPresent(record -> stuck.add(record.id()));
    }
    return stuck;
  }
}
