package io.twophase.ports;

import io.twophase.domain.ActionId;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;

/**
 * The log of what operators have done by hand: who, when, why, what, and what became of it. Nothing
 * in it is ever changed but that an action gets its outcome, once, and nothing is removed. Any
 * number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each call changes one document, wholly or not at all.
 *
 * <p><b>Majority.</b> A change that is answered as begun or matched cannot be undone. Reads show
 * what a majority of the store's servers has.
 *
 * <p><b>In doubt.</b> A change without an answer is answered in doubt: it may have taken effect, or
 * may yet.
 *
 * <p><b>Time.</b> Actions and outcomes are stamped by the store's clock, in whole milliseconds.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface ActionRepository {

  /** The most actions that {@link #latest} gives. */
  int MAX_PAGE = 1_000;

  /**
   * Logs an action that is about to be done. An action whose id is taken is not logged, whatever is
   * stored there: {@link #find} tells what that is. Calling it again after an answer in doubt is
   * safe.
   */
  BeginOutcome begin(OperatorAction action);

  /**
   * Stores the outcome of an action.
   *
   * @return matched if it is stored, by this call; not matched if the action has an outcome, which
   *     stays, or is not there
   */
  MatchOutcome finish(ActionId id, ActionOutcome outcome);

  /**
   * Reads an action, in its latest state that a majority has: one whose id was answered as taken is
   * found.
   *
   * @return none if there is no such action; a line that names it, if it cannot be read
   */
  Optional<Either<String, LoggedAction>> find(ActionId id);

  /**
   * The actions that were begun last, the newest first, then by id; in the place of one that cannot
   * be read, a line that names it.
   *
   * @param subject only actions that are about this
   * @param after only actions that come after this one, as it was read
   * @param skip how many of the first to leave out: what was shown behind {@code after} and cannot
   *     be read
   * @param limit at most so many, 1 to {@link #MAX_PAGE}
   * @throws IllegalArgumentException if the skip or the limit is out of range
   */
  List<Either<String, LoggedAction>> latest(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int skip, int limit);

  /**
   * For adapters: what {@link #latest} refuses.
   *
   * @throws IllegalArgumentException if the skip or the limit is out of range
   */
  static void checkPage(int skip, int limit) {
    if (skip < 0 || limit < 1 || limit > MAX_PAGE) {
      throw new IllegalArgumentException("skip " + skip + ", limit " + limit + ": out of range");
    }
  }
}
