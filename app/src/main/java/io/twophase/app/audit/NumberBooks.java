package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.NUMBER_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.NUMBER_MISSING;
import static io.twophase.app.audit.Finding.Kind.NUMBER_WITHOUT_RECORD;
import static io.twophase.app.audit.Finding.Kind.UNNUMBERED;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Finding.Subject;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.audit.Finding.Subject.OfTransaction;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Answers;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the decided records with the numbers of their events. First each number that is not
 * trimmed, up to the last that is confirmed: there is none missing, and its record is there and
 * marked with it. Then each record: it is marked with a number that is its own, or is decided later
 * than what has numbers.
 */
final class NumberBooks implements Check {

  /**
   * By how much a record may be decided earlier than one that was numbered before it: the clocks of
   * shards differ, and a majority may have a decision later than another one's.
   */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final EventRepository events;
  private final Records records;
  private final boolean complete;
  private final long confirmed;
  private final Numbers matched = new Numbers();
  private final Numbers marked = new Numbers();
  private final Findings findings;
  private Optional<Instant> lastDecided = Optional.empty();

  /**
   * @param complete whether no record may have been removed by retention
   */
  NumberBooks(Store store, boolean complete, Findings findings) {
    this.events = store.events();
    this.records = store.records();
    this.complete = complete;
    this.findings = findings;
    this.confirmed = events.confirmed();
  }

  /**
   * Reads the numbers. If the note of the confirmed and trimmed ones is lost, then the first that
   * there are lack those before them, and the next pass gives these again.
   */
  void walk() {
    long last = events.trimmed();
    List<NumberedRecord> page = events.numbered(last);
    while (!page.isEmpty()) {
      for (NumberedRecord each : page) {
        reportMissing(last + 1, each.number() - 1);
        last = each.number();
      }
      compare(page.stream().filter(each -> each.number() <= confirmed).toList());
      page = last > confirmed ? List.of() : events.numbered(last);
    }
    reportMissing(last + 1, confirmed);
  }

  /** Reports no number as missing that a pass trims during the audit. */
  private void reportMissing(long from, long last) {
    if (from > last) {
      return;
    }
    long first = Math.max(from, events.trimmed() + 1);
    if (first <= last) {
      String which =
          first == last ? "number " + first + " is" : "numbers " + first + " to " + last + " are";
      findings.add(
          NUMBER_MISSING,
          new OfOther(Long.toString(first)),
          which + " missing: no consumer reads on from there");
    }
  }

  private void compare(List<NumberedRecord> numbers) {
    if (numbers.isEmpty()) {
      return;
    }
    for (NumberedRecord each : numbers) {
      each.record().swap().forEach(fault -> reportUnreadable(each.number(), fault));
    }
    List<NumberedRecord> page = numbers.stream().filter(each -> each.record().isRight()).toList();
    List<Optional<Long>> marks = events.numbersOf(NumberedRecord.records(page));
    List<NumberedRecord> unmarked = new ArrayList<>();
    Answers.each(
        page,
        marks,
        (each, mark) -> {
          if (mark.equals(Optional.of(each.number()))) {
            matched.add(each.number());
          } else if (mark.isEmpty()) {
            unmarked.add(each);
          } else if (complete) {
            findings.add(
                NUMBER_DIFFERS,
                subject(each),
                "has the number %s, and is marked with %s"
                    .formatted(each.number(), mark.orElseThrow()));
          }
        });
    if (complete && !unmarked.isEmpty()) {
      List<Lookup> found = records.find(NumberedRecord.records(unmarked));
      Answers.each(unmarked, found, this::reportUnmarked);
    }
    NumberedRecord last = numbers.get(numbers.size() - 1);
    if (last.number() == confirmed) {
      lastDecided =
          last.record()
              .toJavaOptional()
              .flatMap(id -> records.find(List.of(id)).get(0).record())
              .filter(record -> !record.isTombstone())
              .flatMap(NumberBooks::decidedAt);
    }
  }

  private void reportUnreadable(long number, String fault) {
    matched.add(number);
    findings.add(
        NUMBER_WITHOUT_RECORD,
        new OfOther(Long.toString(number)),
        "number " + number + " cannot be read: " + fault);
  }

  private static Subject subject(NumberedRecord each) {
    return each.record()
        .fold(
            fault -> new OfOther(Long.toString(each.number())),
            id -> new OfTransaction(id.value()));
  }

  /**
   * A record that only keeps its id is as it should be; one that cannot be read has its finding,
   * unless the id is a member's by now.
   */
  private void reportUnmarked(NumberedRecord numbered, Lookup lookup) {
    Subject subject = subject(numbered);
    String has = "has the number " + numbered.number() + ", and is not ";
    Optional<TransactionRecord> there = lookup.record();
    boolean isUnreadable = lookup.kind() == Lookup.Kind.UNREADABLE && lookup.member().isEmpty();
    if (there.isEmpty() && !isUnreadable) {
      findings.add(NUMBER_WITHOUT_RECORD, subject, has + "there");
    } else if (there.filter(record -> !record.state().isDecided()).isPresent()) {
      findings.add(NUMBER_WITHOUT_RECORD, subject, has + "decided");
    } else if (there.filter(record -> !record.isTombstone()).isPresent()) {
      findings.add(NUMBER_DIFFERS, subject, has + "marked with it");
    }
  }

  private static Optional<Instant> decidedAt(TransactionRecord record) {
    return record.timeline().decidedAt().or(() -> record.timeline().finishedAt());
  }

  @Override
  public void seeNumbered(List<Numbered> decided) {
    List<RecordId> late = new ArrayList<>();
    for (Numbered each : decided) {
      TransactionRecord record = each.record();
      if (!record.isTombstone()) {
        each.number().ifPresent(mark -> compareMark(record.id(), mark));
        if (each.number().isEmpty() && isLate(record)) {
          late.add(record.id());
        }
      }
    }
    if (!late.isEmpty()) {
      String detail = "has no number, and was decided long before the record of " + confirmed;
      events
          .unread(confirmed, late)
          .forEach(id -> findings.add(UNNUMBERED, new OfTransaction(id.value()), detail));
    }
  }

  private boolean isLate(TransactionRecord record) {
    Optional<Instant> decidedAt = decidedAt(record);
    return lastDecided
        .filter(last -> decidedAt.filter(at -> at.plus(MARGIN).isBefore(last)).isPresent())
        .isPresent();
  }

  /** A later number than the last that was confirmed came beside the audit. */
  private void compareMark(RecordId id, long mark) {
    if (mark > confirmed) {
      return;
    }
    if (!matched.contains(mark)) {
      findings.add(
          NUMBER_DIFFERS,
          new OfTransaction(id.value()),
          "is marked with the number " + mark + ", which is not its own");
    } else if (marked.contains(mark)) {
      String detail = "has the number " + mark + ", with which another record is marked too";
      events.numbered(mark - 1).stream()
          .filter(each -> each.number() == mark)
          .forEach(each -> findings.add(NUMBER_DIFFERS, subject(each), detail));
    }
    marked.add(mark);
  }
}
