package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.transaction.MongoTransactionRepository;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
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
 * Scratch records on the server, and beside them the records as the domain's own transitions leave
 * them. Each step does the same to both, and compares the answers and all the records.
 *
 * <p>The repository stamps what it writes with {@link #STAMP}, long ago: a record whose last change
 * is stamped later has been stamped by the server, as it must.
 */
final class ProbedRecords {

  /** When the records begin. */
  static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  private final MongoTransactionRepository records;
  private final Findings findings;
  private final Map<TransactionId, Transaction> expected = new LinkedHashMap<>();

  ProbedRecords(MongoTransactionRepository records, Findings findings) {
    this.records = records;
    this.findings = findings;
  }

  void begin(String asked, NewRecord... begun) {
    List<BeginOutcome> answers = new ArrayList<>();
    for (NewRecord record : begun) {
      boolean isNew = expected.putIfAbsent(record.id(), record.stored(STAMP)) == null;
      answers.add(isNew ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN);
    }
    compared(asked, answers, () -> records.begin(List.of(begun)));
  }

  void advance(String asked, Transition... transitions) {
    List<MatchOutcome> answers = new ArrayList<>();
    for (Transition transition : transitions) {
      Option<Transaction> after =
          transition.apply(record(transition.transaction()), STAMP).toOption();
      after.forEach(moved -> expected.put(moved.id(), moved));
      answers.add(after.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    }
    compared(
        asked,
        answers,
        () -> {
          List<MatchOutcome> answered = records.advance(List.of(transitions));
          for (Transition transition : transitions) {
            if (transition.isClosing()) {
              // this one did not wait for a majority: a read might not show it yet
              records.findLatest(transition.transaction());
            }
          }
          return answered;
        });
  }

  void latest(String asked, TransactionId id) {
    compared(asked, Option.none(), () -> difference(id, records.findLatest(id)));
  }

  /** Looks for unfinished records by way of {@code later}, whose clock is ahead of the stamp. */
  void unfinished(
      String asked,
      MongoTransactionRepository later,
      UnfinishedQuery query,
      TransactionId... answer) {
    compared(asked, List.of(answer), () -> ids(later.unfinished(query)));
  }

  /** The same, from behind the record {@code place} on. */
  void unfinishedAfter(
      String asked,
      MongoTransactionRepository later,
      UnfinishedQuery query,
      TransactionId place,
      TransactionId... answer) {
    compared(
        asked,
        List.of(answer),
        () -> {
          for (TransactionLookup lookup : later.unfinished(query)) {
            if (lookup instanceof TransactionLookup.Found found
                && found.record().id().equals(place)) {
              return ids(later.unfinished(query.after(found.record())));
            }
          }
          return List.of();
        });
  }

  /**
   * Looks for authorizations that have expired, by way of {@code later}. Other processes may probe
   * the server too, and one that was killed has left its own: those are not looked at.
   */
  void overdue(String asked, MongoTransactionRepository later, TransactionId... answer) {
    compared(
        asked,
        List.of(answer),
        () ->
            ids(later.overdue(TransactionRepository.MAX_LATEST)).stream()
                .filter(expected::containsKey)
                .toList());
  }

  private static List<TransactionId> ids(List<TransactionLookup> lookups) {
    List<TransactionId> ids = new ArrayList<>();
    for (TransactionLookup lookup : lookups) {
      if (lookup instanceof TransactionLookup.Found found) {
        ids.add(found.record().id());
      }
    }
    return ids;
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
    List<TransactionId> ids = List.copyOf(expected.keySet());
    List<TransactionLookup> seen = records.find(ids);
    for (int at = 0; at < ids.size(); at++) {
      Option<String> difference = difference(ids.get(at), seen.get(at));
      if (difference.isDefined()) {
        return difference;
      }
    }
    return Option.none();
  }

  private Option<String> difference(TransactionId id, TransactionLookup lookup) {
    Transaction wanted = record(id);
    if (!(lookup instanceof TransactionLookup.Found found)) {
      return Option.some("the record of it is " + lookup);
    }
    Transaction seen = found.record();
    boolean changed = !wanted.timeline().equals(Timeline.NONE);
    if (changed && !isStamped(seen)) {
      return Option.some("the record " + id + " is not stamped with the time of its change");
    }
    return Option.when(
        !stampedAsAtFirst(seen).equals(wanted),
        () -> "the record " + id + " is " + told(seen) + ", not " + told(wanted));
  }

  private static Transaction stampedAsAtFirst(Transaction record) {
    return record.withTimes(record.createdAt(), STAMP, record.timeline().map(at -> STAMP));
  }

  private static boolean isStamped(Transaction record) {
    Timeline timeline = record.timeline();
    return Stream.of(
            Option.some(record.lastModified()),
            timeline.claimedAt(),
            timeline.takenOverAt(),
            timeline.authorizedAt(),
            timeline.decidedAt(),
            timeline.finishedAt())
        .allMatch(step -> step.forAll(STAMP::isBefore));
  }

  private static String told(Transaction record) {
    return "{"
        + record.state()
        + " at epoch "
        + record.epoch()
        + ", owner "
        + record.owner().map(Object::toString).getOrElse("none")
        + ", token "
        + record.token().map(Object::toString).getOrElse("none")
        + ", "
        + record.history().stream().map(step -> step.state().toString()).toList()
        + "}";
  }

  private Transaction record(TransactionId id) {
    return Objects.requireNonNull(expected.get(id));
  }
}
