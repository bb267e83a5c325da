package io.twophase.app.usecase;

import io.twophase.domain.id.TransactionId;
import io.vavr.control.Option;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * How transfers come to the engine: those of many callers together. Thread-safe.
 *
 * <p>A future is completed with an outcome, or exceptionally: with {@link
 * io.twophase.ports.StoreUnavailableException} where the store cannot be reached and nothing was
 * sent to it, or with whatever else broke. What hangs on a future runs on a thread for callbacks,
 * outside of any batch: it may ask for other transfers, wait for them, or close. To cancel or
 * complete a future changes nothing but that future: see {@link Transfers#cancel}.
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

  /** How many transfers wait for a batch now. */
  int waiting();

  /** How many transfers wait for others' work now. */
  int blocked();

  /** How many batches are at work at a time, at most. */
  int batchesInFlight();

  /**
   * Does work that comes by another way, and that {@link #close} waits for; none, and nothing is
   * done, once closed.
   */
  <T> Option<T> whileOpen(Supplier<T> work);

  /** Answers those of {@code id} that are not begun: {@link TransferOutcome.NotAsked}. */
  void withdraw(TransactionId id);

  /**
   * Takes no more: what is not begun is answered {@link TransferOutcome.NotAsked}, and what is
   * begun is brought to its end, which is waited for, and so is the completion of its futures; not
   * what hangs on them. Idempotent, and may be called by what hangs on a future.
   */
  @Override
  void close();
}
