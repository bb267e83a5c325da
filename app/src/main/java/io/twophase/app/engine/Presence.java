package io.twophase.app.engine;

import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import java.util.Optional;

/** The sign of this process to other processes that it is alive. Thread-safe. */
@FunctionalInterface
public interface Presence {

  /** A process that does not show itself: nobody sees whether it is alive. */
  Presence HIDDEN = Optional::empty;

  /**
   * The owner id of this process, if others can see at this moment that it is alive. The first call
   * stores the owner's document, and returns when that is acknowledged.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  Optional<OwnerId> owner();

  /**
   * A run has begun whose records may name {@code owner}; it goes on until {@link #ended}. A second
   * call for the same run changes nothing.
   *
   * @param owner one that this process was shown as
   */
  default void begun(OwnerId owner, Token run) {}

  /** The run has ended. */
  default void ended(OwnerId owner, Token run) {}

  /**
   * A run has left something unfinished that may name {@code owner}. This process lives on and soon
   * takes another owner id. It keeps the old one alive only as long as other runs go on under it.
   */
  default void gaveUp(OwnerId owner) {}
}
