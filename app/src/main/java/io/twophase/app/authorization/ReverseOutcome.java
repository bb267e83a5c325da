package io.twophase.app.authorization;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import java.util.function.Function;

/** The outcome of a request to reverse. */
public sealed interface ReverseOutcome {

  /** Returns what the function for this outcome says of it. */
  default <T> T fold(
      Function<? super Reversed, ? extends T> reversed,
      Function<? super Refused, ? extends T> refused,
      Function<? super CancelInstead, ? extends T> cancelInstead,
      Function<? super NothingMoved, ? extends T> nothingMoved,
      Function<? super NotFound, ? extends T> notFound,
      Function<? super RecordRemoved, ? extends T> recordRemoved,
      Function<? super IdTooLong, ? extends T> idTooLong,
      Function<? super NotReversible, ? extends T> notReversible,
      Function<? super Unknown, ? extends T> unknown) {
    return Match(this)
        .of(
            Case($(instanceOf(Reversed.class)), reversed),
            Case($(instanceOf(Refused.class)), refused),
            Case($(instanceOf(CancelInstead.class)), cancelInstead),
            Case($(instanceOf(NothingMoved.class)), nothingMoved),
            Case($(instanceOf(NotFound.class)), notFound),
            Case($(instanceOf(RecordRemoved.class)), recordRemoved),
            Case($(instanceOf(IdTooLong.class)), idTooLong),
            Case($(instanceOf(NotReversible.class)), notReversible),
            Case($(instanceOf(Unknown.class)), unknown));
  }

  /** Returns whether the transaction is compensated, by this request or before. */
  default boolean isReversed() {
    return this instanceof Reversed;
  }

  /**
   * Returns the outcome if the transaction is compensated.
   *
   * @throws NotDoneException in all other cases; it has this outcome
   */
  default Reversed orElseThrow() {
    if (this instanceof Reversed reversed) {
      return reversed;
    }
    if (this instanceof Unknown unknown) {
      return NotDoneException.uncertain(this, "the reversal", unknown.why());
    }
    return this instanceof Refused refused
        ? NotDoneException.raise(this, "reversal " + refused.reversal(), refused.reason())
        : NotDoneException.raise(
            this, "the transaction is not reversed: " + getClass().getSimpleName());
  }

  /** It is compensated, by this request or before: {@code reversal} has moved everything back. */
  record Reversed(TransactionId reversal, boolean foundDecided) implements ReverseOutcome {}

  /**
   * The money is not there to be moved back, or an account takes no holds. It can be asked again
   * later: that is a new try.
   */
  record Refused(TransactionId reversal, Refusal reason) implements ReverseOutcome {}

  /** It is not decided yet, so there is nothing to reverse: cancel it. */
  record CancelInstead(State state) implements ReverseOutcome {}

  /** It was canceled: nothing ever moved. */
  record NothingMoved() implements ReverseOutcome {}

  /** There is no such transaction. */
  record NotFound() implements ReverseOutcome {}

  /**
   * It is done, and retention has removed its record since: what it moved is not known any more. A
   * transaction that moves it back can be asked for by itself.
   */
  record RecordRemoved() implements ReverseOutcome {}

  /** The reversal's derived id would be too long. */
  record IdTooLong() implements ReverseOutcome {}

  /**
   * It has inserted, changed or removed a document: what was there before is not kept. Another
   * transaction can undo it, by a host that knows how.
   *
   * @param operation the first that cannot be undone
   */
  record NotReversible(DocumentOperation operation) implements ReverseOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements ReverseOutcome {}
}
