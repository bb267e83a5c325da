package io.twophase.domain.record;

import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says what may be removed of a record that has ended: its members' documents first, and the record
 * when no document names it. So a reader that finds a member finds its record too. A member that
 * the record left out has no answer yet: it stays until it has gone on, and so does the record.
 *
 * <p>The time after which a record counts as ended keeps both begins of its ids and readers that
 * saw them out of the way: it is longer than any request can be under way.
 *
 * @param after how long a record is kept once it has ended
 * @param leavesReceipts whether a transaction leaves a receipt in its place
 */
public record Retention(Duration after, boolean leavesReceipts) {

  /**
   * A pass is assumed to take no longer from its reading of a page to its removals, and a caller
   * from its reading of an attempt to the begin of the next one.
   */
  private static final Duration MARGIN = Duration.ofHours(1);

  /**
   * @throws IllegalArgumentException if the time is not above zero
   */
  public Retention {
    if (after.isNegative() || after.isZero()) {
      throw new IllegalArgumentException("retention after " + after);
    }
  }

  /** Returns whether what ended so long ago may be removed before a caller who saw it goes on. */
  public static boolean isNear(Duration after, Duration endedFor) {
    return endedFor.plus(MARGIN).compareTo(after) >= 0;
  }

  /**
   * Names what may be removed now.
   *
   * @param record as a majority has it
   * @param naming the documents of all members that name it, as a majority has them; none of a
   *     record of one
   * @param now by the store's clock
   */
  public List<Removal> of(TransactionRecord record, List<MemberDocument> naming, Instant now) {
    if (!record.endedAt().filter(ended -> !ended.plus(after).isAfter(now)).isPresent()) {
      return List.of();
    }
    List<MemberDocument> members =
        naming.stream().filter(member -> member.record().equals(record.id())).toList();
    return members.isEmpty()
        ? List.of(
            new Removal(Either.left(record), record.alone().flatMap(one -> receipt(one, now))))
        : members.stream()
            .filter(member -> !record.frees(member.id()))
            .map(member -> new Removal(Either.right(member), receipt(record.of(member), now)))
            .toList();
  }

  /**
   * A function that asks again finds its last attempt behind all earlier ones. Their receipts count
   * from when the last attempt, which this pass may remove a moment later, can have ended at the
   * latest: so they outlive its own.
   */
  private Optional<Receipt> receipt(Transaction ended, Instant now) {
    Optional<Receipt> receipt = leavesReceipts ? Receipt.of(ended) : Optional.empty();
    boolean mayBeAttempt =
        ended.body().isTombstone() || ended.body().labels().attempt().isPresent();
    return ended.reason().isPresent() && mayBeAttempt
        ? receipt.map(attempt -> attempt.countedFrom(now.minus(after).plus(MARGIN)))
        : receipt;
  }

  /**
   * A removal by retention: a compare-and-set on one document.
   *
   * @param going the record, which must have ended at the time that it says, or the member's
   *     document, which must name the same record and ask for the same
   * @param receipt is put in its place, so that the id is taken all the time; none if the id is
   *     free then, as that of a record of several always is
   */
  public record Removal(
      Either<TransactionRecord, MemberDocument> going, Optional<Receipt> receipt) {

    /** The id of what goes, as text. */
    public String id() {
      return going.fold(record -> record.id().value(), member -> member.id().value());
    }

    /** Returns whether a stored record is as this removal must find it. */
    public boolean finds(TransactionRecord stored) {
      return going.swap().toJavaOptional().filter(record -> isSameEnd(record, stored)).isPresent();
    }

    private static boolean isSameEnd(TransactionRecord record, TransactionRecord stored) {
      return stored.endedAt().isPresent() && stored.endedAt().equals(record.endedAt());
    }

    /** Returns whether a stored member's document is as this removal must find it. */
    public boolean finds(MemberDocument stored) {
      return going.toJavaOptional().filter(stored::isSameAs).isPresent();
    }
  }
}
