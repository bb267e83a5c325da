package io.twophase.app.usecase;

import io.vavr.control.Option;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * How transfers come to the engine: those of many callers together. Thread-safe.
 *
 * <p>A future is completed with an outcome, or exceptionally: with {@link
 * io.twophase.ports.StoreUnavailableException} where the store cannot be reached and nothing was
 * sent to it, or with whatever else broke. What hangs on a future runs on the thread that completes
 * it, and holds up the transfers behind: it should be short, or go on elsewhere.
 */
public interface Committing extends AutoCloseable {

  /**
   * Takes a transfer and returns at once, where there is room in the queue; else waits for room.
   */
  CompletableFuture<TransferOutcome> submit(TransferRequest request, Answered when);

  /** The same, but answers nothing, and does nothing, where there is no room. */
  Option<CompletableFuture<TransferOutcome>> trySubmit(TransferRequest request, Answered when);

  /**
   * Takes a transfer and waits for its answer: on the caller's own thread, where nobody else is at
   * work. An interrupt ends the waiting, and the outcome is not known then.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  TransferOutcome run(TransferRequest request, Answered when);

  /**
   * The same of many together, waiting until all are finished.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it for some of them
   */
  List<TransferOutcome> run(List<TransferRequest> requests);

  /** Takes many together, waits for room as {@link #submit} does, and not for their answers. */
  Started start(List<TransferRequest> requests);

  /** Transfers that were taken together. */
  interface Started {

    /**
     * Waits until all are finished, as {@link #run} does.
     *
     * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and
     *     nothing was sent to it for some of them
     */
    List<TransferOutcome> outcomes();
  }

  /**
   * Takes no more: what is not begun is answered {@link TransferOutcome.NotAsked}, and what is
   * begun is brought to its end, which is waited for. Idempotent.
   */
  @Override
  void close();
}
