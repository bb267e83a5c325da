package io.twophase.adapter.mongo.probe;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.Timeline;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Scratch records on the server, and beside them the records and members' documents as the domain's
 * own transitions leave them. Each step does the same to both, and compares the answers and all of
 * them.
 *
 * <p>The records are inserted with the time {@link #STAMP}, long ago: a record whose last change is
 * stamped later has been stamped by the server, as it must.
 */
final class ProbedRecords {

  /** When the records begin. */
  static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  private final Records records;
  private final Records later;
  private final Findings findings;
  private final Map<RecordId, TransactionRecord> expected = new LinkedHashMap<>();
  private final Map<TransactionId, MemberDocument> members = new LinkedHashMap<>();

  /**
   * Compares {@code records}, whose clock stands at {@link #STAMP}.
   *
   * @param later the same records, with a clock that is ahead
   */
  ProbedRecords(Records records, Records later, Findings findings) {
    this.records = records;
    this.later = later;
    this.findings = findings;
  }

  TransactionRecord record(RecordId id) {
    return Objects.requireNonNull(expected.get(id));
  }

  MemberDocument member(TransactionId id) {
    return Objects.requireNonNull(members.get(id));
  }

  void insert(String asked, NewRecord... begun) {
    List<BeginOutcome> answers = new ArrayList<>();
    for (NewRecord record : begun) {
      answers.add(begun(expected.putIfAbsent(record.id(), record.stored(STAMP)) == null));
      record
          .documents(STAMP)
          .forEach(one -> answers.add(begun(members.putIfAbsent(one.id(), one) == null)));
    }
    compared(
        asked,
        answers,
        () -> records.insert(List.of(begun)).stream().flatMap(List::stream).toList());
  }

  private static BeginOutcome begun(boolean isNew) {
    return isNew ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN;
  }

  void move(String asked, Transition... transitions) {
    List<MatchOutcome> answers = new ArrayList<>();
    for (Transition transition : transitions) {
      Option<TransactionRecord> after = transition.apply(record(transition.record()), STAMP);
      after.forEach(moved -> expected.put(moved.id(), moved));
      answers.add(after.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    }
    compared(
        asked,
        answers,
        () -> {
          List<MatchOutcome> answered = records.move(List.of(transitions));
          for (Transition transition : transitions) {
            if (transition.isClosing()) {
              // it did not wait for a majority: a read might not show it yet
              records.findLatest(record(transition.record()).members().get(0));
            }
          }
          return answered;
        });
  }

  void take(String asked, MemberTake take) {
    MemberDocument found = member(take.member());
    boolean isFree = take.finds(found);
    if (isFree) {
      members.remove(take.member());
      take.taken(found, STAMP)
          .peekLeft(alone -> expected.put(alone.id(), alone))
          .peek(still -> members.put(still.id(), still));
    }
    compared(
        asked,
        List.of(isFree ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED),
        () -> records.take(List.of(take)));
  }

  void latest(String asked, TransactionId id) {
    compared(
        asked, Option.none(), () -> difference(record(RecordId.of(id)), records.findLatest(id)));
  }

  /** Lists records by the clock that is ahead. Other runs of the probe may have left records. */
  void list(String asked, RecordQuery query, RecordId... answer) {
    compared(asked, List.of(answer), () -> ids(later.list(query)));
  }

  /** Lists what comes after {@code place}, which {@code query} shows. */
  void listAfter(String asked, RecordQuery query, RecordId place, RecordId... answer) {
    compared(
        asked,
        List.of(answer),
        () ->
            later.list(query).stream()
                .flatMap(lookup -> lookup.record().toJavaStream())
                .filter(record -> record.id().equals(place))
                .findFirst()
                .map(record -> ids(later.list(query.after(record))))
                .orElse(List.of()));
  }

  private List<RecordId> ids(List<Lookup> lookups) {
    return lookups.stream()
        .flatMap(lookup -> lookup.record().toJavaStream())
        .map(TransactionRecord::id)
        .filter(expected::containsKey)
        .toList();
  }

  private <T> void compared(String asked, T answer, Supplier<? extends T> step) {
    findings.require(
        asked,
        () -> {
          T answered = step.get();
          Option<String> left = difference();
          return Findings.unlessEqual(answer, answered).orElse(left);
        });
  }

  private Option<String> difference() {
    List<RecordId> ids = List.copyOf(expected.keySet());
    List<Lookup> seen = records.find(ids);
    List<TransactionId> ofMembers = List.copyOf(members.keySet());
    List<Lookup> seenMembers = ofMembers.isEmpty() ? List.of() : records.findMembers(ofMembers);
    List<String> differences = new ArrayList<>();
    for (int at = 0; at < ids.size(); at++) {
      difference(record(ids.get(at)), seen.get(at)).forEach(differences::add);
    }
    for (int at = 0; at < ofMembers.size(); at++) {
      Option<MemberDocument> found = seenMembers.get(at).member();
      if (!found.contains(member(ofMembers.get(at)))) {
        differences.add("the member " + ofMembers.get(at) + " is " + found);
      }
    }
    return Option.ofOptional(differences.stream().findFirst());
  }

  private static Option<String> difference(TransactionRecord wanted, Lookup lookup) {
    if (lookup.record().isEmpty()) {
      return Option.some("the record of it is " + lookup);
    }
    TransactionRecord seen = lookup.record().get();
    if (!wanted.timeline().equals(Timeline.NONE) && !isStamped(seen)) {
      return Option.some(
          "the record " + wanted.id() + " is not stamped with the time of its change");
    }
    return Option.when(
        !asInserted(seen).equals(wanted),
        () -> "the record " + wanted.id() + " is " + words(seen) + ", not " + words(wanted));
  }

  private static boolean isStamped(TransactionRecord record) {
    return Stream.concat(Stream.of(record.lastModified()), steps(record.timeline()))
        .allMatch(STAMP::isBefore);
  }

  private static Stream<Instant> steps(Timeline timeline) {
    return Stream.of(
            timeline.claimedAt(),
            timeline.takenOverAt(),
            timeline.authorizedAt(),
            timeline.decidedAt(),
            timeline.finishedAt())
        .flatMap(Option::toJavaStream);
  }

  private static TransactionRecord asInserted(TransactionRecord record) {
    return new TransactionRecord(
        record.id(),
        record.members(),
        record.only(),
        record.inOrder(),
        record.state(),
        record.epoch(),
        record.owner(),
        record.excluded(),
        record.verdict(),
        record.leavesOut(),
        record.reason(),
        record.approvals(),
        STAMP,
        STAMP,
        record.timeline().map(at -> STAMP));
  }

  private static String words(TransactionRecord record) {
    return "{"
        + record.state()
        + " at epoch "
        + record.epoch()
        + ", owner "
        + record.owner().flatMap(Owner::process).map(Object::toString).getOrElse("none")
        + ", token "
        + record.owner().map(owner -> owner.token().toString()).getOrElse("none")
        + ", excluded "
        + record.excluded().keySet().mkString("[", ", ", "]")
        + ", left "
        + record.verdict().left().mkString("[", ", ", "]")
        + ", leaves out "
        + record.leavesOut()
        + ", approved by "
        + record.approvals()
        + ", moved "
        + record.verdict().moved().values().toJavaList()
        + "}";
  }
}
