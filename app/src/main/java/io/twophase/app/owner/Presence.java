package io.twophase.app.owner;

import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.vavr.control.Option;

/** How this process shows other processes that it is alive. Thread-safe. */
@FunctionalInterface
public interface Presence {

  /** A process that does not show itself: nobody sees whether it is alive. */
  Presence HIDDEN = Option::none;

  /**
   * This process, where others can see at this moment that it is alive; nothing, where they cannot.
   * The first call stores the owner's document, and answers when that is acknowledged.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  Option<OwnerId> owner();

  /**
   * A run goes on whose records may name {@code owner}, until it has {@link #ended}. Told again of
   * the same run it changes nothing.
   *
   * @param owner one that this process was shown as
   */
  default void begun(OwnerId owner, Token run) {}

  /** The run does not go on. */
  default void ended(OwnerId owner, Token run) {}

  /**
   * A run has left something unfinished that may name {@code owner}. This process, which lives on,
   * is shown as another owner soon, and as that one for no longer than other runs go on under it.
   */
  default void gaveUp(OwnerId owner) {}
}
