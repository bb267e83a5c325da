package io.twophase.ports;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;

/**
 * The numbers of decided records, by which they are read as events, and the positions of those who
 * read them. The records themselves are those of {@link Records}: a worker that decides one writes
 * nothing more for this. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each insert and each change touches one document, wholly or not at all. A
 * number that is given is never given again, nor overwritten.
 *
 * <p><b>Majority.</b> A change that is answered as matched cannot be undone. Reads show what a
 * majority of the store's servers has.
 *
 * <p><b>In doubt.</b> A change without an answer is answered in doubt: it may have taken effect, or
 * may yet.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface EventRepository {

  /** The most records that one call reads, marks or numbers. */
  int MOST_AT_ONCE = 1_000;

  /** Returns whether decided records are listed by {@link #unnumbered}. */
  boolean isOn();

  /**
   * Has records that are decided from now on listed by {@link #unnumbered}, whichever process
   * decides them, and however long ago that process has begun. Some that were decided just before
   * may be listed too. Idempotent.
   */
  void turnOn();

  /**
   * Has none listed any more. A record that is decided until it is turned on again may never be
   * numbered. A record that has a number keeps it. Idempotent.
   */
  void turnOff();

  /** Up to which number all records are noted to be marked; 0 at first. */
  long confirmed();

  /**
   * Notes that all records up to a number are marked. It is never lowered. Idempotent.
   *
   * @return matched, or in doubt
   */
  MatchOutcome confirm(long upTo);

  /**
   * The numbers above {@code after} in their order, at most {@link #MOST_AT_ONCE}. There may be
   * gaps: see {@link NumberedRecord#following}. A number whose document does not tell its record
   * keeps its place.
   */
  List<NumberedRecord> numbered(long after);

  /**
   * Has these records listed by {@link #unnumbered} no more; those that are not there are left out.
   * That a majority has their numbers is the caller's to know. Idempotent.
   *
   * @return matched where that is so of all, or in doubt
   */
  MatchOutcome mark(List<NumberedRecord> records);

  /**
   * Lists records that are decided and not marked, in the order of their decisions by the store's
   * clock, at most {@link #MOST_AT_ONCE}: those only that were decided before this call. If one is
   * in the list, each that was answered as decided before it was begun is in the list before it, or
   * is marked; as far as their decisions are a millisecond apart, and the store's clock was not set
   * back. None where it is not on. A record whose id cannot be read is left out: it has no name.
   */
  List<RecordId> unnumbered();

  /**
   * Inserts the numbers from {@code first} on, one for each of the records in their order, and ends
   * at the first that is taken. The answer does not say whether a number was inserted: {@link
   * #numbered} shows it.
   *
   * @param records at most {@link #MOST_AT_ONCE}
   */
  void give(long first, List<RecordId> records);

  /** Up to which number the numbers were removed; 0 at first. Every reader begins behind it. */
  long trimmed();

  /**
   * Removes the numbers up to one, for good: it notes first that they are, and removes them then.
   * If it ends in between, the next call removes them. That their records are gone is the caller's
   * to know. The trimmed position is never lowered. Idempotent.
   *
   * @return matched, or in doubt; not matched, with nothing changed, where {@link #confirmed} is
   *     lower
   */
  MatchOutcome trim(long upTo);

  /**
   * Returns which of these records may yet be events to whoever has read all records up to a
   * number: those with a higher number, and while events are on those that wait for one.
   */
  List<RecordId> unread(long upTo, List<RecordId> records);

  /**
   * The number that each of these records is marked with; none of one that is not marked. For one
   * that is not there it may be either.
   */
  List<Optional<Long>> numbersOf(List<RecordId> records);

  /** The tree by which anybody can tell whether a record with a number was changed. */
  EvidenceRepository evidence();

  /** Wakes whoever waits for decided records; one that wakes nobody where the store cannot. */
  default DecisionSignal decisions() {
    return DecisionSignal.NONE;
  }

  /** All consumers, in the order of their names; a line that names one that cannot be read. */
  List<Either<String, EventConsumer>> consumers();

  /**
   * One of them.
   *
   * @throws StoreException if it cannot be read
   */
  Optional<EventConsumer> consumer(ConsumerName name);

  /**
   * Adds a consumer at a position, where there is none of that name.
   *
   * @return matched where it was added by this call, not matched where the name is taken
   */
  MatchOutcome add(EventConsumer consumer);

  /**
   * Moves a consumer: a compare-and-set.
   *
   * @return matched where it was at {@code from} and now is at {@code to}, by this call
   */
  MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to);

  /**
   * Removes a consumer. Idempotent.
   *
   * @return matched where there was one
   */
  MatchOutcome forget(ConsumerName name);
}
