package io.twophase.ports;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The records that decide transactions, and the documents of their members. Any number of processes
 * may use one store at the same time.
 *
 * <p><b>Ids.</b> Records, members and receipts share one space of ids. A record of one is its
 * member's document; a record of several, under an id that begins with {@code batch:}, has its
 * members' documents beside it.
 *
 * <p><b>Atomicity.</b> Each insert, transition, take and removal touches one document, wholly or
 * not at all; transitions, takes and removals are compare-and-sets. A call is not atomic: it is as
 * many independent changes as it has elements, and an insert one for each document.
 *
 * <p><b>Order.</b> Answers come one for each element asked, in the order asked. A call has at most
 * one element for a document.
 *
 * <p><b>Majority.</b> A change that is answered as begun or matched cannot be undone, but for a
 * transition that {@link Transition#isClosing}: it need not wait for a majority, and a failure of
 * the store may undo it. Until that is excluded, a read may show the record as it was before. Reads
 * show the latest state that cannot be undone.
 *
 * <p><b>In doubt.</b> An element without an answer is answered in doubt: it may have taken effect,
 * or may yet. Once an element of a call is in doubt, later elements of that call are not sent, and
 * are answered in doubt too.
 *
 * <p><b>Match counts.</b> A call of one element answers exactly. If only some elements of a longer
 * call match, a store may know how many and not which. Then it may answer matched where a read
 * shows that the element took effect, by this call or from before it: the record has what the
 * transition writes, and has at most ended since; the member is as the take leaves it; the document
 * of a removal is gone, or its receipt is there. It may answer not matched where another owner has
 * moved the record on since. A read is never the answer of a call of one element.
 *
 * <p><b>Time.</b> Records and members are stamped by the store's clock, in whole milliseconds, not
 * by the caller's. If that clock is estimated, then the stamp of an insert may be early by what a
 * round trip takes, and is not late.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface Records {

  /**
   * Inserts records, each with its members' documents. Each document is inserted where its id is
   * free, whatever becomes of the others; one whose id is taken is not, whatever is stored there.
   * So some of the members may be stored without the record, and the record without some of them.
   * Inserting a record again after an answer in doubt is safe: each document is stored at most
   * once.
   *
   * @return of each record the answer for the record, then for each of its members' documents
   * @throws StoreException also if a record whose id is free is refused by a unique index that is
   *     not the store's own; the message names the index
   */
  List<List<BeginOutcome>> insert(List<NewRecord> records);

  /**
   * Moves records by their transitions: matched where the record was as the transition must find it
   * and now is as it leaves it, by this call; else not matched.
   */
  List<MatchOutcome> move(List<Transition> transitions);

  /**
   * Changes members that their records have left out: matched where the document names that record
   * with the same body, as {@link MemberTake#free} has it, and now is as the take leaves it, by
   * this call. Only the caller knows whether the record has left it out, and has ended.
   */
  List<MatchOutcome> take(List<MemberTake> takes);

  /**
   * Reads records, none of them at an older state than an earlier read has shown, here or in {@link
   * Holds#find}. An id of a member of a record of several is no record's: it is unreadable here,
   * and the lookup has the member's document if that can be read.
   */
  List<Lookup> find(List<RecordId> ids);

  /**
   * Reads transactions by their ids: a record of one, a member's document with the record that it
   * names, or a receipt. The record that a member names is read after its document.
   */
  List<Lookup> findMembers(List<TransactionId> ids);

  /**
   * Reads one transaction as the latest state that a majority of the store's servers has, through a
   * partition too. It costs a round of the majority; the time of the record's last change stays as
   * it is. Idempotent.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds: that is no answer
   */
  Lookup findLatest(TransactionId id);

  /**
   * Reads what {@code query} asks for, in its order. Something unreadable that looks like it is
   * shown as such, and counts for the limit and the skip; if its date is no date or its id no text,
   * it may not be shown after a place.
   */
  List<Lookup> list(RecordQuery query);

  /**
   * Shows {@code consumer} every transaction, in the order of their ids by Unicode code point, each
   * as some whole state it has had since the call began. Those begun meanwhile may be missed.
   * Records of several and receipts are not shown. Something unreadable is shown as such; if its id
   * is no text, before or after all others.
   *
   * @param account only transactions that move money of this account, then in any order, and
   *     perhaps others that cannot be read
   */
  void scan(Optional<AccountId> account, Consumer<Lookup> consumer);

  /**
   * Shows {@code consumer} every receipt, in the order of their ids by Unicode code point. A
   * receipt that cannot be read is shown as such.
   */
  void scanReceipts(Consumer<Lookup> consumer);

  /**
   * Removes ended records and members' documents, or puts receipts in their place: matched where
   * the document was as the removal must find it, and is gone or replaced, by this call. While a
   * receipt is put in its place, the id is taken all the time, and there is no moment at which
   * neither is seen. A change that matched cannot be undone. Only the caller knows whether the
   * record has ended for long enough, and that no member names a record of several that it removes.
   */
  List<MatchOutcome> remove(List<Removal> going);

  /**
   * Removes the receipts of those that were finished first, at most {@code limit}, and only of what
   * was finished at least {@code endedFor} ago by the store's clock. Then their ids are free.
   *
   * @param limit 1 to {@link RecordQuery#MAX_LIMIT}
   * @return how many receipts there were to remove: where it is the limit there may be more
   * @throws IllegalArgumentException if the limit is out of range
   */
  int removeReceipts(Duration endedFor, int limit);

  /**
   * Runs a record at once, if the store can: in one transaction of the server it leaves what the
   * protocol would have left, the record ended, its members' documents, and in the targets what the
   * applied members do. Nobody sees a part of it, and nothing of it is ever to be recovered. If it
   * does not run, the same record goes by the protocol. It is a hint: a store may never run one.
   */
  default Whole tryWhole(NewRecord record) {
    return Whole.of(Whole.Kind.NOT_RUN);
  }

  /** Returns whether this store may ever run a record at once. */
  default boolean runsWhole() {
    return false;
  }

  /**
   * Returns which indexes there are for finding transactions: asked of the store with each call.
   *
   * @throws StoreException if the store does not permit to ask
   */
  SearchIndexes searchIndexes();

  /** Returns how long this store keeps what has ended. */
  Keeping keeping();

  /**
   * The answer to a request to run a record at once.
   *
   * @param kind whether it ran
   * @param record as it is stored, of one that ran
   */
  record Whole(Kind kind, Optional<TransactionRecord> record) {

    /** The answers of the shortcut. */
    public enum Kind {
      /** All of it is stored, and cannot be undone. */
      COMMITTED,
      /** Nothing of it is stored, nor will be: the store has no such shortcut, or it failed. */
      NOT_RUN,
      /**
       * Nothing of it is stored, nor will be: the record's own ids, its targets' holds or others'
       * writes were in the way.
       */
      CONTENDED,
      /**
       * All of it may be stored, or may be yet, until something lies under one of its ids. So
       * beginning the same record by the protocol resolves it.
       */
      IN_DOUBT
    }

    /** The record is stored, and has ended. */
    public static Whole committed(TransactionRecord record) {
      return new Whole(Kind.COMMITTED, Optional.of(record));
    }

    /** Nothing is stored, or nobody knows. */
    public static Whole of(Kind kind) {
      return new Whole(kind, Optional.empty());
    }
  }

  /**
   * A store has these indexes for finding transactions, finished ones too. A search for what has
   * none reads every transaction. Each costs every transaction a key or more, for good, so there is
   * none unless it is asked for.
   *
   * @param byReference of the references, where a transaction has one
   * @param byAccount of the accounts that a transaction touches
   */
  record SearchIndexes(boolean byReference, boolean byAccount) {

    /** None of them. */
    public static final SearchIndexes NONE = new SearchIndexes(false, false);
  }
}
