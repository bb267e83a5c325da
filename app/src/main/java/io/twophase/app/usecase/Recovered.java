package io.twophase.app.usecase;

import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;

/** What recovery did to one transaction. */
public sealed interface Recovered {

  /** The transaction, by the text of its id. */
  String id();

  /** Whether its record is done or canceled now, and so looked for no more. */
  default boolean isFinished() {
    return this instanceof Done || this instanceof Canceled;
  }

  /** It is done: it happened. */
  record Done(String id, State found) implements Recovered {}

  /** It is canceled: it did not happen, and nothing is held. */
  record Canceled(String id, State found, CancelReason reason) implements Recovered {}

  /** Another process is at it, or has taken it over meanwhile. */
  record LeftToAnother(String id, State found) implements Recovered {}

  /** Its record cannot be read; it was left alone. */
  record Unreadable(String id, String fault) implements Recovered {}

  /**
   * It could not be finished within the bounds on tries and waiting.
   *
   * @param id the transaction
   * @param found the state it was in
   * @param why what had no answer
   */
  record Unfinished(String id, State found, String why) implements Recovered {}
}
