package io.twophase.domain.reading;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.Lookup;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * One reading of documents as decided at one moment: what is to be read next. An immutable value;
 * {@code after} of each step answers the next one. It reads nothing itself.
 *
 * <ol>
 *   <li>{@link Step#DOCUMENTS}.
 *   <li>{@link Step#RECORDS}: those of the documents' holds, except for checks. For one document
 *       that has no hold, or is held as a whole, this is all.
 *   <li>{@link Step#MEMBERS}: the members of decided records that hold ranges, if there are any.
 *       Members never change, so it does not matter when they are read; but if one is missing, its
 *       record has ended, and the documents are read anew.
 *   <li>{@link Step#AGAIN}: the documents again. The stamp of the last transaction and the holds
 *       must be as they were.
 *   <li>The records that were undecided, again, in the same step: they must be undecided still.
 * </ol>
 *
 * <p>If all agree, nothing has happened to what is decided between the end of step 2 and the
 * beginning of steps 4 and 5: the documents are those of that moment. Steps 4 and 5 may be done in
 * any order, or at the same time. A document that is absent twice may have been there in between,
 * and shows no trace of it. So one that is absent is read again by itself, before all else ({@link
 * Step#ABSENT_AGAIN}), and the moment is that of this read. For two there is no such moment.
 *
 * <p>All this holds of reads that do not go back: a read that shows a state older than an earlier
 * one has shown, as a primary that has just been elected may, would put two moments together. The
 * caller's reads keep to that.
 *
 * <p>If something has changed, what was read last is the beginning of the next try, {@link
 * #MOST_TRIES} times at most.
 *
 * @param step the kind of the next read
 * @param documents to be read next, no name twice; there may be none
 * @param ids of the records and members to be read next, no id twice; there may be none
 * @param next answers the next step, as {@link #after} does
 * @param result what came of it, once nothing more is to be read
 */
public record Reading(
    Step step,
    List<DocumentRef> documents,
    HolderIds ids,
    BiFunction<List<Sight>, List<Lookup>, Reading> next,
    Optional<ReadAnswer> result) {

  /** The number of tries before the answer is that they are not consistent. */
  public static final int MOST_TRIES = 20;

  /** The kinds of reads. */
  public enum Step {
    /** All documents. */
    DOCUMENTS,
    /** The records of the holds. */
    RECORDS,
    /** Members of the decided records. */
    MEMBERS,
    /** The one that was absent, again, before all else. */
    ABSENT_AGAIN,
    /**
     * The documents that were there, and the undecided records, again: in any order, or at the same
     * time.
     */
    AGAIN,
    /** Nothing more. */
    NONE
  }

  private static final HolderIds NO_IDS = new HolderIds(List.of(), List.of());

  /**
   * The first step of a reading.
   *
   * @param documents what to read; a name may be there twice
   * @param home where the records are that can be read
   */
  public static Reading of(List<DocumentRef> documents, Home home) {
    Try first = Try.first(documents, home);
    return documents.isEmpty() ? over(first.consistent(List.of())) : documents(first);
  }

  /** Nothing more to read. */
  static Reading over(ReadAnswer answer) {
    return new Reading(
        Step.NONE, List.of(), NO_IDS, (sights, lookups) -> over(answer), Optional.of(answer));
  }

  private static Reading next(
      Step step,
      List<DocumentRef> documents,
      HolderIds ids,
      BiFunction<List<Sight>, List<Lookup>, Reading> next) {
    return new Reading(step, documents, ids, next, Optional.empty());
  }

  static Reading documents(Try attempt) {
    return next(
        Step.DOCUMENTS,
        attempt.documents(),
        NO_IDS,
        (sights, lookups) -> attempt.seen(new Look(attempt.documents(), sights)));
  }

  static Reading records(Try attempt, Look look) {
    HolderIds ids = HolderIds.of(look.holds());
    return next(
        Step.RECORDS,
        List.of(),
        ids,
        (sights, lookups) -> attempt.known(new Judged(look, Holders.of(ids, lookups))));
  }

  static Reading members(Try attempt, Judged known) {
    List<TransactionId> members = known.sums();
    return next(
        Step.MEMBERS,
        List.of(),
        new HolderIds(members, List.of()),
        (sights, lookups) ->
            attempt.judged(new Judged(known.look(), known.holders().with(members, lookups))));
  }

  static Reading absentAgain(Try attempt, Judged judged) {
    return next(
        Step.ABSENT_AGAIN,
        List.of(judged.look().absent().get(0)),
        NO_IDS,
        (sights, lookups) ->
            sights.get(0).kind() == Sight.Kind.ABSENT ? again(attempt, judged) : attempt.over());
  }

  static Reading again(Try attempt, Judged judged) {
    return next(
        Step.AGAIN,
        judged.look().present(),
        judged.undecidedIds(),
        (sights, lookups) -> {
          Look second = judged.look().withPresent(sights);
          boolean agree = second.equals(judged.look()) && judged.noneHappens(lookups);
          return agree ? attempt.decided(judged) : attempt.again(second);
        });
  }

  /**
   * The next step.
   *
   * @param sights one for each document, in their order
   * @param lookups one for each id in their order, the transactions' first
   */
  public Reading after(List<Sight> sights, List<Lookup> lookups) {
    return next.apply(sights, lookups);
  }
}
