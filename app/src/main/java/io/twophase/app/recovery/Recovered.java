package io.twophase.app.recovery;

import io.twophase.app.recovery.Recovered.Authorized;
import io.twophase.app.recovery.Recovered.Canceled;
import io.twophase.app.recovery.Recovered.Done;
import io.twophase.app.recovery.Recovered.LeftToAnother;
import io.twophase.app.recovery.Recovered.Unfinished;
import io.twophase.app.recovery.Recovered.Unreadable;
import io.twophase.domain.Cases;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.time.Instant;

/** The result of recovery for one transaction. */
public sealed interface Recovered
    extends Cases.Of6<Done, Canceled, LeftToAnother, Unreadable, Unfinished, Authorized> {

  /** The transaction, by the text of its id. */
  String id();

  /**
   * Returns whether its record is done, canceled or authorized now, so that recovery does not read
   * it again as unfinished.
   */
  default boolean isFinished() {
    return this instanceof Done || this instanceof Canceled || this instanceof Authorized;
  }

  /** Returns whether it is unfinished although no other process works on it. */
  default boolean isLeftUndone() {
    return this instanceof Unreadable || this instanceof Unfinished;
  }

  /** It is done: it happened. */
  record Done(String id, State found) implements Recovered {}

  /** It is canceled: it did not happen, and nothing is held. */
  record Canceled(String id, State found, CancelReason reason) implements Recovered {}

  /** Another process is at it, or has taken it over meanwhile. */
  record LeftToAnother(String id, State found) implements Recovered {}

  /** Its record cannot be read, or the document of an owner; it was left alone. */
  record Unreadable(String id, String fault) implements Recovered {}

  /**
   * It could not be finished within the bounds on tries and waiting.
   *
   * @param id the transaction
   * @param found the state it was in
   * @param why what had no answer
   */
  record Unfinished(String id, State found, String why) implements Recovered {}

  /**
   * All of it is held now, and it waits for its capture.
   *
   * @param id the transaction
   * @param found the state it was in
   * @param expiresAt when recovery voids it, by the store's clock
   */
  record Authorized(String id, State found, Instant expiresAt) implements Recovered {}
}
