package io.twophase.domain.reading;

import static io.twophase.domain.testing.Documents.HOME;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.Participant.LastTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Does what a reading says, read by read; or leaves one rule out. */
final class Reader implements Reading.Cases<Reading> {

  /** Which rule is left out. */
  enum Fault {
    NONE,
    NONE_RECORDS_FIRST,
    NOTHING_IS_READ_AGAIN,
    STAMPS_ARE_IGNORED,
    STAMPS_ARE_COMPARED_BY_THEIR_IDS,
    HOLDS_ARE_IGNORED,
    UNDECIDED_ARE_NOT_READ_AGAIN,
    ABSENT_IS_READ_LAST,
    UNDECIDED_ARE_READ_BEFORE_ABSENT
  }

  /** Where it reads. */
  interface Source {
    DocumentLookup document(DocumentRef ref);

    TransactionLookup record(TransactionId id);
  }

  private final Source source;
  private final Fault fault;
  private final Map<DocumentRef, DocumentLookup> firstLook = new HashMap<>();
  private final Map<TransactionId, TransactionLookup> firstRecords = new HashMap<>();
  private Optional<DocumentRef> absent = Optional.empty();

  Reader(Source source, Fault fault) {
    this.source = source;
    this.fault = fault;
  }

  /**
   * The answer of the first try; empty if there is none, or the absent document is there when it is
   * read last.
   */
  Optional<ReadAnswer> read(List<DocumentRef> documents) {
    Reading step = Reading.of(documents, HOME);
    boolean isOver = false;
    while (!isOver && !(step instanceof Reading.Stop)) {
      Reading before = step;
      step = step.fold(this);
      isOver =
          before instanceof Reading.ReadAgain
              || (before instanceof Reading.ReadAbsentAgain
                  && step instanceof Reading.ReadDocuments);
    }
    if (!(step instanceof Reading.Stop stop)) {
      return Optional.empty();
    }
    boolean appeared =
        fault == Fault.ABSENT_IS_READ_LAST
            && absent
                .filter(ref -> source.document(ref) instanceof DocumentLookup.Found)
                .isPresent();
    return appeared ? Optional.empty() : Optional.of(stop.answer());
  }

  @Override
  public Reading documents(Reading.ReadDocuments step) {
    List<DocumentLookup> lookups = step.documents().stream().map(source::document).toList();
    for (int at = 0; at < lookups.size(); at++) {
      firstLook.put(step.documents().get(at), lookups.get(at));
    }
    return step.after(lookups);
  }

  @Override
  public Reading records(Reading.ReadRecords step) {
    return step.after(step.records().stream().map(this::firstRecord).toList());
  }

  private TransactionLookup firstRecord(TransactionId id) {
    TransactionLookup lookup = source.record(id);
    firstRecords.put(id, lookup);
    return lookup;
  }

  @Override
  public Reading absentAgain(Reading.ReadAbsentAgain step) {
    DocumentLookup missing = new DocumentLookup.Absent(step.document());
    absent = Optional.of(step.document());
    if (fault == Fault.UNDECIDED_ARE_READ_BEFORE_ABSENT) {
      ((Reading.ReadAgain) step.after(missing)).records().forEach(this::firstRecord);
    }
    boolean isReadNow = fault != Fault.NOTHING_IS_READ_AGAIN && fault != Fault.ABSENT_IS_READ_LAST;
    return step.after(isReadNow ? source.document(step.document()) : missing);
  }

  @Override
  public Reading again(Reading.ReadAgain step) {
    List<TransactionLookup> records = new ArrayList<>();
    if (fault == Fault.NONE_RECORDS_FIRST) {
      step.records().forEach(id -> records.add(source.record(id)));
    }
    List<DocumentLookup> documents = step.documents().stream().map(this::again).toList();
    if (fault != Fault.NONE_RECORDS_FIRST) {
      step.records().forEach(id -> records.add(again(id)));
    }
    return step.after(documents, records);
  }

  @Override
  public Reading stop(Reading.Stop step) {
    return step;
  }

  private TransactionLookup again(TransactionId id) {
    boolean isRead =
        fault != Fault.NOTHING_IS_READ_AGAIN
            && fault != Fault.UNDECIDED_ARE_NOT_READ_AGAIN
            && !(fault == Fault.UNDECIDED_ARE_READ_BEFORE_ABSENT && absent.isPresent());
    return isRead ? source.record(id) : Objects.requireNonNull(firstRecords.get(id));
  }

  private DocumentLookup again(DocumentRef ref) {
    DocumentLookup before = Objects.requireNonNull(firstLook.get(ref));
    if (fault == Fault.NOTHING_IS_READ_AGAIN) {
      return before;
    }
    DocumentLookup now = source.document(ref);
    DocumentLookup taken =
        before instanceof DocumentLookup.Found was && now instanceof DocumentLookup.Found is
            ? new DocumentLookup.Found(taken(was.document(), is.document()))
            : now;
    firstLook.put(ref, now);
    return taken;
  }

  private Participant taken(Participant was, Participant is) {
    return new Participant(
        is.ref(),
        is.fields(),
        is.placeholder(),
        isTakenForTheSame(was, is) ? was.lastTransaction() : is.lastTransaction(),
        fault == Fault.HOLDS_ARE_IGNORED ? was.holds() : is.holds(),
        is.escrow());
  }

  private boolean isTakenForTheSame(Participant was, Participant is) {
    return fault == Fault.STAMPS_ARE_IGNORED
        || (fault == Fault.STAMPS_ARE_COMPARED_BY_THEIR_IDS
            && was.lastTransaction()
                .map(LastTransaction::id)
                .equals(is.lastTransaction().map(LastTransaction::id)));
  }
}
