package io.twophase.domain.reading;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.record.Lookup;
import io.vavr.control.Option;
import java.util.List;

/**
 * One reading of documents as decided at one moment: what is to be read next. An immutable value;
 * {@code after} of each step answers the next one. It reads nothing itself.
 *
 * <ol>
 *   <li>{@link ReadDocuments}.
 *   <li>{@link ReadRecords}: those of the documents' holds, except for checks. For one document
 *       that has no hold, or is held as a whole, this is all.
 *   <li>{@link ReadMembers}: the members of decided records that hold ranges, if there are any.
 *       Members never change, so it does not matter when they are read; but if one is missing, its
 *       record has ended, and the documents are read anew.
 *   <li>{@link ReadAgain}: the documents again. The stamp of the last transaction and the holds
 *       must be as they were.
 *   <li>The records that were undecided, again, in the same step: they must be undecided still.
 * </ol>
 *
 * <p>If all agree, nothing has happened to what is decided between the end of step 2 and the
 * beginning of steps 4 and 5: the documents are those of that moment. Steps 4 and 5 may be done in
 * any order, or at the same time. A document that is absent twice may have been there in between,
 * and shows no trace of it. So one that is absent is read again by itself, before all else ({@link
 * ReadAbsentAgain}), and the moment is that of this read. Of two there is no such moment.
 *
 * <p>If something has changed, what was read last is the beginning of the next try, {@link
 * #MOST_TRIES} times at most.
 */
public sealed interface Reading {

  /** How often documents are tried before the answer is that they are not consistent. */
  int MOST_TRIES = 20;

  /** What {@code cases} says of this step. */
  <T> T fold(Cases<T> cases);

  /** What came of it, once nothing more is to be read. */
  default Option<ReadAnswer> result() {
    return Option.none();
  }

  /**
   * What is said of each kind of step.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Read all documents. */
    T documents(ReadDocuments step);

    /** Read the records of the holds. */
    T records(ReadRecords step);

    /** Read members of the decided records. */
    T members(ReadMembers step);

    /** Read the one that was absent again, before all else. */
    T absentAgain(ReadAbsentAgain step);

    /** Read the documents that were there, and the undecided records, again. */
    T again(ReadAgain step);

    /** Nothing more to read. */
    T stop(Stop step);
  }

  /**
   * The first step of a reading.
   *
   * @param documents what to read; a name may be there twice
   * @param home where the records are that can be read
   */
  static Reading of(List<DocumentRef> documents, Home home) {
    Try first = Try.first(documents, home);
    return documents.isEmpty() ? new Stop(first.consistent(List.of())) : new ReadDocuments(first);
  }

  /** Read all documents. */
  final class ReadDocuments implements Reading {
    private final Try attempt;

    ReadDocuments(Try attempt) {
      this.attempt = attempt;
    }

    /** What to read, no name twice; in any order. */
    public List<DocumentRef> documents() {
      return attempt.documents();
    }

    /** The next step, of one sight for each document in their order. */
    public Reading after(List<Sight> sights) {
      return attempt.seen(new Look(documents(), sights));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.documents(this);
    }
  }

  /** Read the records of the holds. */
  final class ReadRecords implements Reading {
    private final Try attempt;
    private final Look look;

    ReadRecords(Try attempt, Look look) {
      this.attempt = attempt;
      this.look = look;
    }

    /** The ids of what is to be read. */
    public HolderIds ids() {
      return HolderIds.of(look.holds());
    }

    /** The next step, of one lookup for each id in their order, the transactions' first. */
    public Reading after(List<Lookup> lookups) {
      return attempt.known(new Judged(look, Holders.of(ids(), lookups)));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.records(this);
    }
  }

  /** Read members of the decided records. */
  final class ReadMembers implements Reading {
    private final Try attempt;
    private final Judged known;

    ReadMembers(Try attempt, Judged known) {
      this.attempt = attempt;
      this.known = known;
    }

    /** The members, no id twice. */
    public List<TransactionId> members() {
      return known.sums();
    }

    /** The next step, of one lookup for each member in their order. */
    public Reading after(List<Lookup> lookups) {
      return attempt.judged(new Judged(known.look(), known.holders().with(members(), lookups)));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.members(this);
    }
  }

  /** Read the one that was absent again, before all else. */
  final class ReadAbsentAgain implements Reading {
    private final Try attempt;
    private final Judged judged;

    ReadAbsentAgain(Try attempt, Judged judged) {
      this.attempt = attempt;
      this.judged = judged;
    }

    /** The one that was absent. */
    public DocumentRef document() {
      return judged.look().absent().get(0);
    }

    /** The next step, of what was seen there. */
    public Reading after(Sight sight) {
      return sight.kind() == Sight.Kind.ABSENT ? new ReadAgain(attempt, judged) : attempt.over();
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.absentAgain(this);
    }
  }

  /**
   * Read the documents that were there, and the undecided records, again: in any order, or at the
   * same time.
   */
  final class ReadAgain implements Reading {
    private final Try attempt;
    private final Judged judged;

    ReadAgain(Try attempt, Judged judged) {
      this.attempt = attempt;
      this.judged = judged;
    }

    /** The documents that were there; all but one, or all. */
    public List<DocumentRef> documents() {
      return judged.look().present();
    }

    /** The ids of the records that were undecided; there may be none. */
    public HolderIds ids() {
      return judged.undecidedIds();
    }

    /** The next step, of one sight for each document and one lookup for each id in their order. */
    public Reading after(List<Sight> sights, List<Lookup> lookups) {
      Look second = judged.look().withPresent(sights);
      boolean agree = second.equals(judged.look()) && judged.noneHappens(lookups);
      return agree ? attempt.decided(judged) : attempt.again(second);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.again(this);
    }
  }

  /**
   * Nothing more to read.
   *
   * @param answer what came of it
   */
  record Stop(ReadAnswer answer) implements Reading {
    @Override
    public Option<ReadAnswer> result() {
      return Option.some(answer);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stop(this);
    }
  }
}
