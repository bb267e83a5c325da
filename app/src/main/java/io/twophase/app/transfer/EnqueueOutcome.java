package io.twophase.app.transfer;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.transaction.Refusal;
import java.util.function.Function;

/** The outcome of a request to store a transfer, which any process may run. */
public sealed interface EnqueueOutcome {

  /** Returns what the function for this outcome says. */
  default <T> T fold(
      Function<? super Enqueued, ? extends T> enqueued,
      Function<? super Refused, ? extends T> refused,
      Function<? super NotAsked, ? extends T> notAsked,
      Function<? super Unknown, ? extends T> unknown) {
    return Match(this)
        .of(
            Case($(instanceOf(Enqueued.class)), enqueued),
            Case($(instanceOf(Refused.class)), refused),
            Case($(instanceOf(NotAsked.class)), notAsked),
            Case($(instanceOf(Unknown.class)), unknown));
  }

  /** Returns whether the request is stored, by this call or before. */
  default boolean isEnqueued() {
    return this instanceof Enqueued;
  }

  /**
   * Returns the outcome if the request is stored.
   *
   * @throws NotDoneException if it is refused, not known, or was not asked; it has this outcome
   */
  default Enqueued orElseThrow() {
    return fold(
        enqueued -> enqueued,
        refused -> NotDoneException.raise(this, "the request is refused", refused.reason()),
        notAsked -> NotDoneException.raise(this, "the request was not asked: " + notAsked.why()),
        unknown -> NotDoneException.uncertain(this, "the request", unknown.why()));
  }

  /** It is stored, by this call or before, and somebody may be at it already. */
  record Enqueued() implements EnqueueOutcome {}

  /** It makes no transaction, or its id is another's. Nothing was stored. */
  record Refused(Refusal reason) implements EnqueueOutcome {}

  /**
   * Nothing was sent to the store, since these transfers were closed.
   *
   * @param why what kept it from being asked
   */
  record NotAsked(String why) implements EnqueueOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements EnqueueOutcome {}
}
