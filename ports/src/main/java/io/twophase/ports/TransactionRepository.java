package io.twophase.ports;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.List;

/**
 * The transaction records. Any number of processes may use one store at the same time.
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
 * <p><b>Time.</b> Records are stamped by the store's clock, not by the caller's.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface TransactionRepository {

  /** The largest page that {@link #page} and {@link #latest} give. */
  int MAX_PAGE = 10_000;

  /**
   * Inserts records. One whose id is taken is not inserted, whatever is stored there; the others
   * are. Inserting a record again after an answer in doubt is safe: it is stored at most once.
   */
  List<BeginOutcome> begin(List<NewRecord> records);

  /**
   * Moves records by their transitions: matched where the record was as the transition must find it
   * and now is as it leaves it, by this call; else not matched. An adapter that cannot tell whose
   * write left it so may answer a {@code Finish} or {@code FinishCancel} matched for a record that
   * another finished.
   */
  List<MatchOutcome> advance(List<Transition> transitions);

  /** Reads the records of {@code ids}, each as the latest state that cannot be undone. */
  List<Sighting> find(List<TransactionId> ids);

  /** Reads the newest records that {@code query} asks for, newest first, then by id. */
  List<Sighting> latest(TransactionQuery query);

  /**
   * Reads records in the order of their ids, by Unicode code point: those after {@code after}, or
   * from the first. Fewer than {@code limit} means that there are no more. Records begun meanwhile
   * may be missed.
   *
   * @param limit 1 to {@link #MAX_PAGE}
   */
  List<Sighting> page(Option<TransactionId> after, int limit);
}
