package io.twophase.domain.explorer.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.reading.Reading;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One reader's first try, read by read: its machine is run again over all that it has read so far,
 * each a number of {@link Codes}.
 *
 * @param documents what it reads; nothing if there is no reader
 * @param fault the rule that it leaves out
 */
record Reader(List<DocumentRef> documents, Fault fault) {

  /** There is none. */
  static final Reader NONE = new Reader(List.of(), Fault.NONE);

  /** Whether there is one. */
  boolean isThere() {
    return !documents.isEmpty();
  }

  /** A rule that is left out. */
  enum Fault {
    /** None is. */
    NONE,
    /** What is read again is taken to be as it was. */
    READS_ONCE,
    /** A hold counts whatever its epoch. */
    IGNORES_EPOCHS,
    /** Records that were undecided are taken to be so still. */
    IGNORES_DECISIONS
  }

  /**
   * What comes next.
   *
   * @param place to be read, or -1
   * @param cast whose record is to be read, or -1
   * @param answer the documents as decided, if it has come to that
   */
  record Next(int place, int cast, Option<List<Option<Fields>>> answer) {
    boolean isEnd() {
      return place < 0 && cast < 0;
    }
  }

  /** What comes after these reads. */
  Next after(String heard, Scenario scenario, Codes codes) {
    return new Run(heard, scenario, codes).next();
  }

  private final class Run implements Reading.Cases<Option<Reading>> {

    private final String heard;
    private final Scenario scenario;
    private final Codes codes;
    private final List<DocumentLookup> firstLook = new ArrayList<>();
    private int at;
    private int place = -1;
    private int cast = -1;

    Run(String heard, Scenario scenario, Codes codes) {
      this.heard = heard;
      this.scenario = scenario;
      this.codes = codes;
    }

    Next next() {
      Reading step = Reading.of(documents, Documents.HOME);
      boolean isOver = false;
      while (!isOver && step.result().isEmpty()) {
        Option<Reading> then = step.fold(this);
        if (then.isEmpty()) {
          return new Next(place, cast, Option.none());
        }
        isOver = then.get() instanceof Reading.ReadDocuments || step instanceof Reading.ReadAgain;
        step = then.get();
      }
      return new Next(-1, -1, step.result().flatMap(Run::answer));
    }

    private static Option<List<Option<Fields>>> answer(ReadAnswer answer) {
      return answer instanceof ReadAnswer.Consistent consistent
          ? Option.some(consistent.documents().stream().map(DecidedDocument::fields).toList())
          : Option.none();
    }

    @Override
    public Option<Reading> documents(Reading.ReadDocuments step) {
      return lookups(step.documents()).peek(firstLook::addAll).map(step::after);
    }

    @Override
    public Option<Reading> records(Reading.ReadRecords step) {
      return records(step.records()).map(step::after);
    }

    @Override
    public Option<Reading> absentAgain(Reading.ReadAbsentAgain step) {
      return fault == Fault.READS_ONCE
          ? Option.some(step.after(new DocumentLookup.Absent(step.document())))
          : lookup(step.document()).map(step::after);
    }

    @Override
    public Option<Reading> again(Reading.ReadAgain step) {
      Option<List<DocumentLookup>> again =
          fault == Fault.READS_ONCE
              ? Option.some(step.documents().stream().map(this::asAtFirst).toList())
              : lookups(step.documents());
      boolean isTrusted = fault == Fault.READS_ONCE || fault == Fault.IGNORES_DECISIONS;
      return again.flatMap(
          lookups ->
              (isTrusted ? Option.some(gone(step.records())) : records(step.records()))
                  .map(records -> step.after(lookups, records)));
    }

    private static List<TransactionLookup> gone(List<TransactionId> ids) {
      return ids.stream().<TransactionLookup>map(TransactionLookup.Absent::new).toList();
    }

    private DocumentLookup asAtFirst(DocumentRef document) {
      return firstLook.get(documents.indexOf(document));
    }

    @Override
    public Option<Reading> stop(Reading.Stop step) {
      throw new IllegalStateException(step.toString());
    }

    private Option<List<DocumentLookup>> lookups(List<DocumentRef> asked) {
      List<DocumentLookup> lookups = new ArrayList<>();
      for (DocumentRef document : asked) {
        Option<DocumentLookup> lookup = lookup(document);
        if (lookup.isEmpty()) {
          return Option.none();
        }
        lookups.add(lookup.get());
      }
      return Option.some(lookups);
    }

    private Option<DocumentLookup> lookup(DocumentRef document) {
      if (at == heard.length()) {
        place = scenario.place((Object) document);
        return Option.none();
      }
      Stored.OfDocument stored = (Stored.OfDocument) codes.stored(heard.charAt(at++));
      return Option.some(
          stored
              .document()
              .<DocumentLookup>map(DocumentLookup.Found::new)
              .getOrElse(() -> new DocumentLookup.Absent(document)));
    }

    private Option<List<TransactionLookup>> records(List<TransactionId> ids) {
      List<TransactionLookup> lookups = new ArrayList<>();
      for (TransactionId id : ids) {
        if (at == heard.length()) {
          cast = scenario.cast(id);
          return Option.none();
        }
        Transaction record = codes.record(heard.charAt(at++));
        lookups.add(new TransactionLookup.Found(seen(record), Duration.ZERO));
      }
      return Option.some(lookups);
    }

    /** A reader that does not look at epochs takes a record to be of the epoch of its hold. */
    private Transaction seen(Transaction record) {
      return fault == Fault.IGNORES_EPOCHS
          ? Fixtures.recordOf(record.body()).in(record.state()).at(epochOfHold(record.id())).build()
          : record;
    }

    private long epochOfHold(TransactionId id) {
      return firstLook.stream()
          .filter(DocumentLookup.Found.class::isInstance)
          .flatMap(lookup -> ((DocumentLookup.Found) lookup).document().holds().stream())
          .filter(hold -> hold.transaction().equals(id))
          .mapToLong(hold -> hold.epoch().value())
          .findFirst()
          .orElse(1);
    }
  }
}
