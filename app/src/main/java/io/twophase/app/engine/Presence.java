package io.twophase.app.engine;

import io.twophase.domain.id.OwnerId;
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
}
