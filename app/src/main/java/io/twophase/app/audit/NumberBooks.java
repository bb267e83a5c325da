package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.NUMBER_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.NUMBER_MISSING;
import static io.twophase.app.audit.Finding.Kind.NUMBER_WITHOUT_RECORD;
import static io.twophase.app.audit.Finding.Kind.UNNUMBERED;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
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
  private final Records records;
  private final boolean complete;
  private final long confirmed;
  private final BitSet matched = new BitSet();
  private final BitSet marked = new BitSet();
  private final Set<RecordId> met = new HashSet<>();
  private final List<Decided> page = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private Option<Instant> lastDecided = Option.none();

  /** A decided record, and when that was. */
  private record Decided(RecordId id, Option<Instant> at) {}

  /**
   * @param complete whether no record may have been removed by retention
   */
  NumberBooks(EventRepository events, Records records, boolean complete) {
    this.events = events;
    this.records = records;
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
          NUMBER_MISSING,
          Long.toString(first),
          which + " missing: no consumer reads on from there");
    }
  }

  private void compare(List<NumberedRecord> numbers) {
    for (NumberedRecord each : numbers) {
      each.record().swap().forEach(fault -> reportUnreadable(each.number(), fault));
    }
    List<NumberedRecord> page = numbers.stream().filter(each -> each.record().isRight()).toList();
    List<Option<Long>> marks = events.numbersOf(NumberedRecord.records(page));
    List<NumberedRecord> unmarked = new ArrayList<>();
    for (int at = 0; at < page.size(); at++) {
      NumberedRecord each = page.get(at);
      if (marks.get(at).contains(each.number())) {
        matched.set(Math.toIntExact(each.number()));
      } else if (marks.get(at).isEmpty()) {
        unmarked.add(each);
      } else if (complete) {
        report(
            NUMBER_DIFFERS,
            id(each),
            "has the number " + each.number() + ", and is marked with " + marks.get(at).get());
      }
    }
    if (complete && !unmarked.isEmpty()) {
      reportUnmarked(unmarked);
    }
    NumberedRecord last = numbers.get(numbers.size() - 1);
    if (last.number() == confirmed) {
      lastDecided =
          last.record()
              .toOption()
              .flatMap(id -> records.find(List.of(id)).get(0).record())
              .filter(record -> !record.isTombstone())
              .flatMap(NumberBooks::decidedAt);
    }
  }

  private void reportUnreadable(long number, String fault) {
    matched.set(Math.toIntExact(number));
    report(
        NUMBER_WITHOUT_RECORD,
        Long.toString(number),
        "number " + number + " cannot be read: " + fault);
  }

  private static String id(NumberedRecord each) {
    return each.record().map(RecordId::value).getOrElse("");
  }

  private void reportUnmarked(List<NumberedRecord> unmarked) {
    List<Lookup> found = records.find(NumberedRecord.records(unmarked));
    for (int at = 0; at < unmarked.size(); at++) {
      NumberedRecord each = unmarked.get(at);
      String has = "has the number " + each.number() + ", and is not ";
      finding(found.get(at), id(each), has).forEach(findings::add);
    }
  }

  /**
   * A record that only keeps its id is as it should be; one that cannot be read has its finding.
   */
  private static Option<Finding> finding(Lookup lookup, String id, String has) {
    return switch (lookup.kind()) {
      case FOUND ->
          lookup
              .record()
              .filter(record -> !record.isTombstone())
              .map(
                  record ->
                      record.state().isDecided()
                          ? new Finding(NUMBER_DIFFERS, id, has + "marked with it")
                          : new Finding(NUMBER_WITHOUT_RECORD, id, has + "decided"));
      case ABSENT, REMOVED -> Option.some(new Finding(NUMBER_WITHOUT_RECORD, id, has + "there"));
      // the id may be a member's by now
      case UNREADABLE ->
          lookup.member().map(member -> new Finding(NUMBER_WITHOUT_RECORD, id, has + "there"));
    };
  }

  private static Option<Instant> decidedAt(TransactionRecord record) {
    return record.timeline().decidedAt().orElse(record.timeline().finishedAt());
  }

  /** One of all transactions, with the record that decides it. */
  void add(Lookup lookup) {
    for (TransactionRecord record : lookup.record()) {
      boolean isFirst = lookup.member().isEmpty() || met.add(record.id());
      if (isFirst && record.state().isDecided() && !record.isTombstone()) {
        page.add(new Decided(record.id(), decidedAt(record)));
        compareMarks(EventRepository.MOST_AT_ONCE);
      }
    }
  }

  private void compareMarks(int atLeast) {
    if (page.size() >= atLeast) {
      compareMarks(page);
      page.clear();
    }
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
                      UNNUMBERED,
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
          NUMBER_DIFFERS,
          id.value(),
          "is marked with the number " + mark + ", which is not its own");
    } else if (marked.get(Math.toIntExact(mark))) {
      report(
          NUMBER_DIFFERS,
          id(events.numbered(mark - 1).get(0)),
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
    compareMarks(1);
    return findings;
  }
}
