package io.twophase.ports;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/**
 * The records of batches, and the documents of their members. They are kept with the records of
 * {@link TransactionRepository}, under ids of one space: an id is taken by a lone transaction, or
 * by a member, or by a batch. Members are read there too: {@link TransactionRepository#find} shows
 * one with the batch that it names. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each insert, transition, take and removal touches one document, wholly or
 * not at all; transitions, takes and removals are compare-and-sets. A call is not atomic: it is as
 * many independent changes as it has elements, and {@link #begin} one for each document.
 *
 * <p><b>Order.</b> Answers come one for each element asked, in the order asked. A call has at most
 * one element for a document.
 *
 * <p><b>Majority.</b> What is answered as begun, taken, buried or matched cannot be undone, but for
 * a transition that {@link BatchTransition#isClosing}: it need not wait for a majority, and may be
 * undone by a failure of the store. Reads show what a majority of the store's servers has.
 *
 * <p><b>In doubt.</b> An element without an answer is answered in doubt: it may have taken effect,
 * or may yet. Once an element of a call is in doubt, later elements of that call may not be sent,
 * and are answered in doubt too.
 *
 * <p><b>Match counts.</b> A call of one element answers exactly. Of a longer call of which some
 * elements match and some do not, a store may know only how many. Then one that is as the element
 * would leave it may be answered matched, by this call or from before it; and a member that another
 * call removes at the same time may be answered matched by both.
 *
 * <p><b>Time.</b> Records and members are stamped by the store's clock, not by the caller's.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface BatchRepository {

  /**
   * Inserts the record of a batch and its members, in one call. Each is inserted where its id is
   * free, whatever becomes of the others; one whose id is taken is not, whatever is stored there.
   * So some of the members may be stored without the record, and the record without some of them.
   *
   * @param owner of the first epoch
   */
  BatchBegun begin(NewBatch batch, BatchRecord.Owner owner);

  /**
   * Changes members that their batches have left out: matched where the document names that batch
   * with the same body, as {@link MemberTake#free} has it, and now is as the take leaves it, by
   * this call. Whether the batch has left it out, and is done, is the caller's to know.
   */
  List<MatchOutcome> take(List<MemberTake> takes);

  /**
   * Moves records by their transitions: matched where the record was as the transition must find it
   * and now is as it leaves it, by this call; else not matched. A read is never the answer.
   */
  List<MatchOutcome> advance(List<BatchTransition> transitions);

  /**
   * Inserts tombstones: records, canceled and without members, of batches that are not there. A
   * begin of such a batch that comes later finds its id taken.
   */
  List<BeginOutcome> bury(List<BatchId> ids);

  /**
   * Whether there is the record of a batch: who must look at all transactions if there is one asks
   * this first. A store that cannot tell cheaply says that there is.
   */
  default boolean hasRecords() {
    return true;
  }

  /**
   * How long a batch is kept once it has ended, as the store is set; none if it is kept for ever.
   * Nothing is removed by the store itself: who goes through {@link #ended} does.
   */
  default Option<Duration> keptFor() {
    return Option.none();
  }

  /** Reads the records of {@code ids}, each as the latest state that cannot be undone. */
  List<BatchLookup> find(List<BatchId> ids);

  /**
   * Reads records that are neither done nor canceled, those first that have not changed for
   * longest, then by id. Something unreadable that looks like one is shown as such.
   *
   * @param unmodifiedFor only those that have not changed for so long, by the store's clock
   * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
   */
  List<BatchLookup> unfinished(Duration unmodifiedFor, int limit);

  /**
   * Reads records that are done or canceled and have been so for some time, the oldest first, then
   * by id: what retention looks at, page by page.
   */
  List<BatchLookup> ended(EndedQuery query);

  /**
   * Reads records that are done or canceled and say that members whom they left out may still name
   * them ({@link BatchRecord#leavesOut}), the oldest first, then by id: what recovery looks at.
   * Something unreadable that looks like one is shown as such.
   *
   * @param unmodifiedFor only those that ended so long ago, by the store's clock
   * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
   */
  List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit);

  /**
   * Has a record say that none of the members whom it left out names it any more: {@link
   * BatchRecord#withoutLeftOut}. Matched where the record was done or canceled, whether it said so
   * before or not. It counts as unchanged, and keeps the time at which it ended. That no such
   * member names it is the caller's to know. Idempotent; it need not wait for a majority, and may
   * be undone by a failure of the store: then it is shown again.
   */
  MatchOutcome forgetLeftOut(BatchId id);

  /**
   * The documents that name a batch, in the order of their ids: each is the member's, or
   * unreadable. Of a tombstone, which lists no member, this may look at every document of the
   * store.
   */
  List<TransferLookup> naming(BatchRecord batch);

  /**
   * Removes members' documents: matched where the document was as it is given and is gone, by this
   * call. Whether its batch has ended for long enough is the caller's to know (rule 21).
   */
  List<MatchOutcome> removeMembers(List<MemberDocument> members);

  /**
   * Replaces members' documents by receipts: matched where the document was as it is given and the
   * receipt is in its place, by this call. So the id is taken all the time. What is matched cannot
   * be undone. Whether its batch has ended for long enough is the caller's to know (rule 21).
   */
  List<MatchOutcome> replaceMembers(List<MemberReceipt> members);

  /**
   * Removes a record: matched where it was done or canceled and is gone, by this call. That no
   * member names it any more is the caller's to know (rule 21).
   */
  MatchOutcome remove(BatchId id);
}
