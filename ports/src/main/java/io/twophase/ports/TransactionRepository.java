package io.twophase.ports;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The transaction records. Any number of processes may use one store at the same time.
 *
 * <p><b>Batches.</b> Transfers that a batch decides, and the records of batches, are kept beside
 * these records, under ids of the same space: see {@link BatchRepository}. A transfer of a batch is
 * shown as a transaction whose state is read from the batch, with the batch that decides it: it is
 * {@link TransactionLookup.Found#batch}. It has no record of its own: its id is taken, no
 * transition matches it, and it is no unfinished record. The record of a batch is no transaction:
 * it is listed nowhere here, and where its id is asked for, it is unreadable.
 *
 * <p><b>Atomicity.</b> Each insert and each transition touches one record, wholly or not at all; a
 * transition is a compare-and-set. A batch is not atomic: it is as many independent changes as it
 * has elements.
 *
 * <p><b>Order.</b> Answers come one for each element asked, in the order asked. A call has at most
 * one element for a record.
 *
 * <p><b>In doubt.</b> An element without an answer is answered in doubt: it may have taken effect,
 * or may yet. Once an element of a call is in doubt, later elements of that call are not sent, and
 * are answered in doubt too.
 *
 * <p><b>Time.</b> Records are stamped by the store's clock, not by the caller's. Where that clock
 * is estimated, a begin's stamp may be early by what a round trip takes, and is not late.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface TransactionRepository {

  /**
   * The most records that {@link #latest}, {@link #unfinished}, {@link #overdue} and {@link #ended}
   * give.
   */
  int MAX_LATEST = 10_000;

  /**
   * Inserts records. One whose id is taken is not inserted, whatever is stored there; the others
   * are. Inserting a record again after an answer in doubt is safe: it is stored at most once.
   *
   * @throws StoreException also if a record whose id is free is refused by a unique index that is
   *     not the store's own; the message names the index
   */
  List<BeginOutcome> begin(List<NewRecord> records);

  /**
   * Moves records by their transitions: matched where the record was as the transition must find it
   * and now is as it leaves it, by this call; else not matched. A call of one transition answers
   * exactly. Where not all of a longer call match, an adapter that cannot tell which did may count
   * those of which {@link Transition#left} is true by now: matched is then also a record that the
   * same owner, or for a {@code Finish} or {@code FinishCancel} anybody, has left so before, and
   * not matched also one that another owner has moved on since. A read is never the answer.
   *
   * <p>What is matched cannot be undone; but a transition that {@link Transition#isClosing} need
   * not wait for that. A failure of the store may undo it, and until that is excluded {@link #find}
   * may show the record as it was before. A store that has just changed its primary may say of it
   * that it did not match where it did.
   */
  List<MatchOutcome> advance(List<Transition> transitions);

  /**
   * Reads the records of {@code ids}, each as the latest state that cannot be undone; or the
   * receipt that has taken its place.
   */
  List<TransactionLookup> find(List<TransactionId> ids);

  /**
   * Reads one record as the latest state that a majority of the store's servers has, through a
   * partition too. Its cost, and what is promised of it, are those of {@link
   * AccountRepository#findLatest}; the time of the record's last change stays as it is. Idempotent.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds: that is no answer
   */
  TransactionLookup findLatest(TransactionId id);

  /**
   * Reads the newest records that {@code query} asks for, newest first, then by id. Transfers of
   * batches are among them, unless a state is asked for: they have no state of their own.
   */
  List<TransactionLookup> latest(TransactionQuery query);

  /**
   * Reads the records that are neither done, canceled nor authorized and that {@code query} asks
   * for, those first that have not changed for longest, then by id. What is authorized waits for
   * its capture, and nobody has left it unfinished: see {@link #overdue}. Transfers of batches are
   * not among them: their batches are (see {@link BatchRepository#unfinished}). Something
   * unreadable that looks like one is shown as such, and counts for the limit and the skip; where
   * its date is no date or its id no text, it may not be shown after a place.
   */
  List<TransactionLookup> unfinished(UnfinishedQuery query);

  /**
   * Reads the records that are authorized though they have expired by the store's clock, those
   * first that expired first, then by id. Each can still be captured until somebody voids it.
   * Something unreadable that looks like one is shown as such, and counts for the limit.
   *
   * @param limit at most so many, 1 to {@link #MAX_LATEST}
   * @throws IllegalArgumentException if the limit is out of range
   */
  List<TransactionLookup> overdue(int limit);

  /**
   * Shows {@code consumer} every record, and every transfer of a batch, in the order of their ids
   * by Unicode code point, each as some whole state it has had since the call began. Those begun
   * meanwhile may be missed. Something unreadable is shown as such; where its id is no text, before
   * or after all others.
   */
  void scan(Consumer<TransactionLookup> consumer);

  /**
   * Reads the records that are done or canceled and that {@code query} asks for, those first that
   * were finished first, then by id: what retention looks at. Transfers of batches are not among
   * them (see {@link BatchRepository#ended}), nor are those that the tutorial has finished.
   * Something unreadable that looks like one is shown as such, and counts for the limit and the
   * skip; where its date is no date or its id no text, it may not be shown after a place.
   */
  List<TransactionLookup> ended(EndedQuery query);

  /**
   * Removes records: matched where the record was done or canceled, and finished at the time that
   * the given one says, and is gone. Then its id is free. Each is removed at most once, but where
   * two calls remove one at the same time, both may be answered matched. What is matched cannot be
   * undone. Whether it was finished long enough ago is the caller's to know, and that whatever must
   * be kept of it is kept.
   *
   * @param finished as they were read
   */
  List<MatchOutcome> remove(List<Transaction> finished);

  /**
   * Replaces records by their receipts: matched where the record was done or canceled, and finished
   * at the time that the receipt says, and the receipt is in its place, by this call. So the id is
   * taken all the time, and there is no moment at which neither is seen. What is matched cannot be
   * undone. Of a longer call of which some match, one whose receipt was there before may be
   * answered matched too. Whether it was finished long enough ago is the caller's to know.
   */
  List<MatchOutcome> replace(List<Receipt> receipts);

  /**
   * Removes the receipts of those that were finished first, at most {@code limit}, and only of what
   * was finished at least {@code endedFor} ago by the store's clock. Then their ids are free.
   *
   * @param limit 1 to {@link #MAX_LATEST}
   * @return how many receipts there were to remove: where it is the limit there may be more
   * @throws IllegalArgumentException if the limit is out of range
   */
  int removeReceipts(Duration endedFor, int limit);

  /**
   * Shows {@code consumer} every receipt, in the order of their ids. Something unreadable is shown
   * as such. Those left or removed meanwhile may be missed.
   */
  void scanReceipts(Consumer<TransactionLookup> consumer);

  /**
   * Whether a record leaves a receipt where it is removed, as the store is set, and for how long;
   * none if it leaves nothing.
   */
  default Option<ReceiptPeriod> receiptsKept() {
    return Option.none();
  }

  /**
   * Whether retention has left a receipt of each record that it ever removed, and keeps them all.
   * Then a record that is not there and has none was removed by somebody else. Where that is not
   * known, it is false.
   */
  default boolean hasReceiptsOfAllRemoved() {
    return false;
  }

  /**
   * How long a record is kept once it is finished, as the store is set; none if it is kept for
   * ever. Who goes through {@link #ended} removes it, unless the store itself does.
   */
  default Option<Duration> keptFor() {
    return Option.none();
  }

  /**
   * Shows {@code consumer} every record, and every transfer of a batch, that moves money of {@code
   * account}, as {@link #scan(Consumer)} does, but in any order. Something unreadable that looks
   * like one is shown as such, and perhaps others that cannot be read.
   */
  default void scan(AccountId account, Consumer<TransactionLookup> consumer) {
    scan(
        lookup -> {
          boolean touches =
              lookup.fold(
                  found ->
                      found.record().accountOperations().stream()
                          .anyMatch(on -> on.account().equals(account)),
                  absent -> false,
                  unreadable -> true,
                  removed -> false);
          if (touches) {
            consumer.accept(lookup);
          }
        });
  }

  /**
   * Whether finished records may have been removed by now, because the store keeps them, or once
   * kept them, for a time only. Then the records that are there do not add up to the balances, and
   * one that is not there may have been.
   */
  default boolean mayHaveExpired() {
    return false;
  }
}
