package io.twophase.app;

import java.time.Duration;
import java.util.function.Supplier;

/** Makes calls of the front door with a deadline. Thread-safe. */
@FunctionalInterface
public interface WithDeadline {

  /**
   * Makes calls of the front door, on this thread, that all end within a time:
   *
   * <pre>{@code
   * TransactionOutcome outcome =
   *     twophase.within(Duration.ofSeconds(2), () -> twophase.transfers().transfer(request));
   * }</pre>
   *
   * <p>The deadline is looked at before each write and each read: once it has passed, nothing more
   * is sent. The store's own calls end with it, where the store can do that, and so do pauses and
   * the waiting for a place in a batch, for a busy document, and for another process. The futures
   * of {@code submit} are completed by then, whichever thread they are waited on.
   *
   * <ul>
   *   <li>A transfer of which nothing was sent by then is {@code NotAsked}: it has not happened,
   *       and will not unless it is asked again. Other writes of which nothing was sent, and reads,
   *       throw {@link io.twophase.ports.DeadlinePassedException}; a read at which the store was at
   *       work throws another {@link io.twophase.ports.StoreUnavailableException}.
   *   <li>What was decided by then is answered as decided, perhaps as not finished.
   *   <li>All else is {@code Unknown}. This process gives it up: any process that recovers, this
   *       one too, may take it over at once, and brings it to its end. To ask again under the same
   *       id, with more time, resolves it sooner.
   * </ul>
   *
   * <p>Transfers of several callers share batches: one has the time of the caller who has most. Who
   * has less is answered {@code Unknown} at the own deadline, and the batch goes on without it.
   *
   * <p>Calls that were made before, or that other threads make, have no deadline by this. Within
   * another deadline, the earlier one counts. Where the host's executor runs tasks on the callers'
   * own threads, a caller may be kept longer by the batches of others.
   *
   * @param time from now on; zero if nothing may be sent at all
   * @param calls makes the calls; any number of them
   * @return what {@code calls} answers; what it throws is thrown
   * @throws IllegalArgumentException if the time is below zero
   */
  <T> T within(Duration time, Supplier<T> calls);
}
