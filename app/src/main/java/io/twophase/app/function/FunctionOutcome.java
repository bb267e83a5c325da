package io.twophase.app.function;

import io.twophase.app.function.FunctionOutcome.Applied;
import io.twophase.app.function.FunctionOutcome.Contended;
import io.twophase.app.function.FunctionOutcome.Declined;
import io.twophase.app.function.FunctionOutcome.NotAsked;
import io.twophase.app.function.FunctionOutcome.Refused;
import io.twophase.app.function.FunctionOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a function: exactly one of six.
 *
 * @param <T> what the function returns
 */
public sealed interface FunctionOutcome<T>
    extends Cases.Of6<Applied<T>, Declined<T>, Refused<T>, Contended<T>, Unknown<T>, NotAsked<T>> {

  /** The id under which the function was asked for. */
  TransactionId id();

  /** The outcome in words. */
  default String message() {
    return fold(
        applied -> "applied",
        declined -> "declined: " + declined.why(),
        refused -> "refused: " + refused.reason().message(),
        contended -> "in conflict up to attempt " + contended.attempts() + ": " + contended.last(),
        unknown -> "not certain: " + unknown.why() + "; asking again resolves it",
        notAsked -> "not asked: " + notAsked.why());
  }

  /** Returns whether the function's transaction happened. */
  default boolean isApplied() {
    return this instanceof Applied;
  }

  /**
   * Returns the value of a function whose transaction happened, for callers who go on only then.
   * The value is null if the function returned null, or if it returned in an earlier call that did
   * not keep it.
   *
   * @throws NotDoneException in all other cases; it has this outcome
   */
  default @Nullable T orElseThrow() {
    if (this instanceof Applied<T> applied) {
      return applied.value().orElse(null);
    }
    return this instanceof Refused<T> refused
        ? NotDoneException.raise(this, "function " + id() + " is refused", refused.reason())
        : NotDoneException.raise(this, "function " + id() + " is " + message());
  }

  /**
   * The function's transaction happened, once.
   *
   * @param value the value that the function returned, now or in the call that was first; empty if
   *     the function returned null, or if that call did not keep the value
   * @param foundDecided whether the transaction had happened before this call
   * @param finished whether all of the transaction is known to be settled; if not, recovery settles
   *     the rest
   */
  record Applied<T>(TransactionId id, Optional<T> value, boolean foundDecided, boolean finished)
      implements FunctionOutcome<T> {}

  /**
   * The function has declined, by {@link TransactionContext#decline}. Nothing was written, and the
   * id is as free as it was.
   */
  record Declined<T>(TransactionId id, String why) implements FunctionOutcome<T> {}

  /**
   * The transaction never happens under this id: an account or a guard that the function stated has
   * refused it, somebody has canceled it, the id is another transaction's, or retention may soon
   * remove the last attempt, which was in conflict. A refusal by what the function has read is not
   * stored: asked again, the function runs again.
   *
   * @param foundDecided whether the transaction was refused before this call
   */
  record Refused<T>(TransactionId id, Refusal reason, boolean foundDecided)
      implements FunctionOutcome<T> {}

  /**
   * Each attempt that was sent was in conflict with other transactions, and no further one is sent.
   * Nothing happened, and the caller may ask again under the same id.
   *
   * @param attempts the number of attempts of this call, with one that could not be sent
   * @param last the last conflict, in words; before it, why no further attempt could be sent
   */
  record Contended<T>(TransactionId id, int attempts, String last) implements FunctionOutcome<T> {}

  /**
   * Not known: the transaction may have happened, may yet, or not. Asking again under the same id
   * resolves it.
   */
  record Unknown<T>(TransactionId id, String why) implements FunctionOutcome<T> {}

  /** Nothing was sent to the store: the transaction has not happened. */
  record NotAsked<T>(TransactionId id, String why) implements FunctionOutcome<T> {}
}
