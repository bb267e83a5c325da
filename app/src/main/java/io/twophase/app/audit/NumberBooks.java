package io.twophase.app.audit;

import io.twophase.app.event.NamedRecords;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Timeline;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the decided records with the numbers of their events. First each number that is not
 * trimmed, up to the last that is confirmed: there is none missing, and its record is there and
 * marked with it. Then each record: it is marked with a number that is its own, or is decided later
 * than what has numbers.
 */
final class NumberBooks {

  /**
   * By how much a record may be decided earlier than one that was numbered before it: the clocks of
   * shards differ, and a majority may have a decision later than another one's.
   */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final EventRepository events;
  private final Option<BatchRepository> batches;
  private final NamedRecords named;
  private final boolean complete;
  private final long confirmed;
  private final BitSet matched = new BitSet();
  private final BitSet marked = new BitSet();
  private final Set<BatchId> met = new HashSet<>();
  private final List<Decided> lone = new ArrayList<>();
  private final List<BatchId> ofBatches = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private Option<Instant> lastDecided = Option.none();

  /** A decided record, and when that was. */
  private record Decided(RecordId id, Option<Instant> at) {}

  /**
   * @param complete whether no record may have been removed by retention
   */
  NumberBooks(
      EventRepository events,
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      boolean complete) {
    this.events = events;
    this.batches = batches;
    this.named = new NamedRecords(transactions, batches);
    this.complete = complete;
    this.confirmed = events.confirmed();
  }

  /** Reads the numbers. */
  void walk() {
    long last = events.trimmed();
    while (last < confirmed) {
      List<NumberedRecord> page =
          events.numbered(last).stream().filter(each -> each.number() <= confirmed).toList();
      for (NumberedRecord each : page) {
        reportMissing(last + 1, each.number() - 1);
        last = each.number();
      }
      if (page.isEmpty()) {
        reportMissing(last + 1, confirmed);
        last = confirmed;
      } else {
        compare(page);
      }
    }
  }

  /** What is trimmed beside the audit is not missing. */
  private void reportMissing(long from, long last) {
    if (from > last) {
      return;
    }
    long first = Math.max(from, events.trimmed() + 1);
    if (first <= last) {
      String which =
          first == last ? "number " + first + " is" : "numbers " + first + " to " + last + " are";
      report(
          Finding.Kind.NUMBER_MISSING,
          Long.toString(first),
          which + " missing: no consumer reads on from there");
    }
  }

  private void compare(List<NumberedRecord> numbers) {
    List<NumberedRecord> page = new ArrayList<>();
    for (NumberedRecord each : numbers) {
      if (each.record() instanceof RecordId.Unreadable bad) {
        matched.set(Math.toIntExact(each.number()));
        report(
            Finding.Kind.NUMBER_WITHOUT_RECORD,
            Long.toString(each.number()),
            "number " + each.number() + " cannot be read: " + bad.fault());
      } else {
        page.add(each);
      }
    }
    List<Option<Long>> marks = events.numbersOf(page.stream().map(NumberedRecord::record).toList());
    List<NumberedRecord> unmarked = new ArrayList<>();
    for (int at = 0; at < page.size(); at++) {
      NumberedRecord each = page.get(at);
      if (marks.get(at).contains(each.number())) {
        matched.set(Math.toIntExact(each.number()));
      } else if (marks.get(at).isEmpty()) {
        unmarked.add(each);
      } else if (complete) {
        report(
            Finding.Kind.NUMBER_DIFFERS,
            each.record().value(),
            "has the number " + each.number() + ", and is marked with " + marks.get(at).get());
      }
    }
    if (complete && !unmarked.isEmpty()) {
      reportUnmarked(unmarked);
    }
    NumberedRecord last = numbers.get(numbers.size() - 1);
    if (last.number() == confirmed && !(last.record() instanceof RecordId.Unreadable)) {
      lastDecided = named.find(List.of(last.record())).get(0).decidedAt();
    }
  }

  private void reportUnmarked(List<NumberedRecord> unmarked) {
    List<NamedRecords.Named> found =
        named.find(unmarked.stream().map(NumberedRecord::record).toList());
    for (int at = 0; at < unmarked.size(); at++) {
      NumberedRecord each = unmarked.get(at);
      String has = "has the number " + each.number() + ", and is not ";
      switch (found.get(at).standing()) {
        case DECIDED ->
            report(Finding.Kind.NUMBER_DIFFERS, each.record().value(), has + "marked with it");
        case UNDECIDED ->
            report(Finding.Kind.NUMBER_WITHOUT_RECORD, each.record().value(), has + "decided");
        case ABSENT ->
            report(Finding.Kind.NUMBER_WITHOUT_RECORD, each.record().value(), has + "there");
        case NOT_SAID -> {}
      }
    }
  }

  /** One record of all. */
  void add(TransactionLookup lookup) {
    if (!(lookup instanceof TransactionLookup.Found found)) {
      return;
    }
    if (found.batch().isDefined()) {
      if (met.add(found.batch().get())) {
        ofBatches.add(found.batch().get());
        compareBatches(EventRepository.MOST_AT_ONCE);
      }
    } else if (found.record().state().isDecided() && !found.record().body().isTombstone()) {
      Timeline timeline = found.record().timeline();
      lone.add(
          new Decided(
              new RecordId.OfTransaction(found.record().id()),
              timeline.decidedAt().orElse(timeline.finishedAt())));
      compareLone(EventRepository.MOST_AT_ONCE);
    }
  }

  private void compareLone(int atLeast) {
    if (lone.size() >= atLeast) {
      compareMarks(lone);
      lone.clear();
    }
  }

  private void compareBatches(int atLeast) {
    if (ofBatches.size() < atLeast) {
      return;
    }
    List<Decided> decided = new ArrayList<>();
    for (BatchLookup lookup : batches.get().find(ofBatches)) {
      if (lookup instanceof BatchLookup.Found found
          && found.record().state().isDecided()
          && !found.record().isTombstone()) {
        decided.add(
            new Decided(new RecordId.OfBatch(found.record().id()), found.record().decidedAt()));
      }
    }
    ofBatches.clear();
    compareMarks(decided);
  }

  private void compareMarks(List<Decided> decided) {
    List<Option<Long>> marks = events.numbersOf(decided.stream().map(Decided::id).toList());
    List<RecordId> late = new ArrayList<>();
    for (int at = 0; at < decided.size(); at++) {
      Decided each = decided.get(at);
      marks.get(at).forEach(mark -> compareMark(each.id(), mark));
      if (marks.get(at).isEmpty() && isLate(each)) {
        late.add(each.id());
      }
    }
    if (!late.isEmpty()) {
      events
          .unread(confirmed, late)
          .forEach(
              id ->
                  report(
                      Finding.Kind.UNNUMBERED,
                      id.value(),
                      "has no number, and was decided long before the record of " + confirmed));
    }
  }

  private boolean isLate(Decided record) {
    return lastDecided.exists(last -> record.at().exists(at -> at.plus(MARGIN).isBefore(last)));
  }

  /** A later number than the last that was confirmed came beside the audit. */
  private void compareMark(RecordId id, long mark) {
    if (mark > confirmed) {
      return;
    }
    if (mark < NumberedRecord.FIRST || !matched.get(Math.toIntExact(mark))) {
      report(
          Finding.Kind.NUMBER_DIFFERS,
          id.value(),
          "is marked with the number " + mark + ", which is not its own");
    } else if (marked.get(Math.toIntExact(mark))) {
      report(
          Finding.Kind.NUMBER_DIFFERS,
          events.numbered(mark - 1).get(0).record().value(),
          "has the number " + mark + ", with which another record is marked too");
    }
    if (mark >= NumberedRecord.FIRST) {
      marked.set(Math.toIntExact(mark));
    }
  }

  private void report(Finding.Kind kind, String id, String detail) {
    findings.add(new Finding(kind, id, detail));
  }

  /** What is off, after the last record. */
  List<Finding> findings() {
    compareLone(1);
    compareBatches(1);
    return findings;
  }
}
