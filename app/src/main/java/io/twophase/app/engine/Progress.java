package io.twophase.app.engine;

import io.twophase.domain.machine.Worker;
import io.twophase.ports.StoreException;
import java.util.Optional;

/**
 * Is notified, on the thread that runs it, of work that is decided or over before the rest. Must
 * not throw.
 *
 * @param <T> says which work, and what becomes of it
 */
@FunctionalInterface
public interface Progress<T> {

  /**
   * The outcome of one is certain; only holds are left to be ended. Called once for each, before
   * its holds are ended if there is time.
   *
   * @param at its place among those asked, from 0 on
   */
  void decided(int at, T one);

  /**
   * One has ended while others go on. Not called for those that end last, since the call ends with
   * them.
   *
   * @param at its place among those asked
   * @param failure the last fault of the store so far that ended some work
   */
  default void stopped(int at, T one, Optional<StoreException> failure) {}

  /** A call that leaves waiting workers to its caller has left this one, and has not failed. */
  default void left(Worker waiting) {}

  /**
   * Nothing is held any more but by what is decided and by what waits for others. Called once at
   * most.
   */
  default void allDecided() {}
}
