package io.twophase.app.usecase;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Makes transfers. Concurrent callers' transfers share batches, whichever way they are asked for.
 * Thread-safe.
 */
public final class Transfers implements AutoCloseable {

  /** How many batches of one stream are under way before the oldest is waited for. */
  private static final int BATCHES_AHEAD = 3;

  private final BatchRunner runner;
  private final Batching batching;
  private final Committing committing;
  private final IdSource ids;

  /** Transfers by {@code committing}, and those in a given order by {@code runner}. */
  public Transfers(BatchRunner runner, Batching batching, Committing committing, IdSource ids) {
    this.runner = runner;
    this.batching = batching;
    this.committing = committing;
    this.ids = ids;
  }

  /**
   * Makes one transfer. Both accounts change, or neither; whatever happens to this process, the
   * record lets any other finish it. Idempotent by the request's id.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransferOutcome transfer(TransferRequest request) {
    return transfer(request, Answered.WHEN_FINISHED);
  }

  /**
   * Makes one transfer, and answers as soon as it is decided, or when it is finished.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransferOutcome transfer(TransferRequest request, Answered when) {
    return committing.run(request, when);
  }

  /**
   * Makes one transfer under a fresh id, which the outcome names.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransferOutcome transfer(AccountId source, AccountId destination, Money amount) {
    return transfer(new TransferRequest(ids.nextTransactionId(), source, destination, amount));
  }

  /**
   * Makes one transfer as {@link #transfer(TransferRequest)} does, and returns at once: the future
   * is completed with the outcome when it is finished. Where as many wait as may, it returns when
   * there is room. Each keeps its own id and answer, and what one meets harms no other.
   *
   * <p>The future is completed exceptionally with {@link StoreUnavailableException} if the store
   * cannot be reached and nothing was sent to it; with {@link TransferOutcome.NotAsked} if these
   * transfers were closed first. What hangs on it runs on the thread that completes it, and should
   * be short.
   */
  public CompletableFuture<TransferOutcome> submit(TransferRequest request) {
    return submit(request, Answered.WHEN_FINISHED);
  }

  /** {@link #submit(TransferRequest)}, answered as soon as it is decided, or when finished. */
  public CompletableFuture<TransferOutcome> submit(TransferRequest request, Answered when) {
    return committing.submit(request, when);
  }

  /**
   * {@link #submit(TransferRequest, Answered)} where there is room at once; else nothing, and the
   * transfer was not taken.
   */
  public Option<CompletableFuture<TransferOutcome>> trySubmit(
      TransferRequest request, Answered when) {
    return committing.trySubmit(request, when);
  }

  /**
   * Stores a transfer for any process to run, and returns at once: nothing is held yet. Whoever
   * recovers initial transactions, or asks for the same transfer, claims it. Idempotent by the
   * request's id.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public EnqueueOutcome enqueue(TransferRequest request) {
    return runner.enqueue(request);
  }

  /**
   * Makes many transfers, each of them as {@link #transfer} does, in batches. Each is atomic; all
   * of them together are not. {@code answered} is called with each outcome as its batch ends, in
   * the order of the requests. With {@link Order#AS_GIVEN} it ends after the first batch in which
   * an outcome is not known or not finished, since the balances that the rest would meet are not
   * certain then; the requests left over have not been asked, and asking all again goes on from
   * there.
   *
   * @return whether all requests were asked
   * @throws StoreUnavailableException if the store cannot be reached and nothing of the current
   *     batch was sent to it
   */
  public boolean transferAll(
      Iterator<TransferRequest> requests, Order order, Consumer<TransferOutcome> answered) {
    Iterator<List<TransferRequest>> batches = batching.batches(requests, order);
    return order == Order.AS_GIVEN
        ? oneAfterTheOther(batches, answered)
        : sideBySide(batches, answered);
  }

  /** Ends after a batch that has an open end; answers whether all were asked. */
  private boolean oneAfterTheOther(
      Iterator<List<TransferRequest>> batches, Consumer<TransferOutcome> answered) {
    while (batches.hasNext()) {
      List<TransferOutcome> outcomes = runner.run(batches.next(), Order.AS_GIVEN);
      outcomes.forEach(answered);
      if (outcomes.stream().anyMatch(Transfers::isOpenEnded)) {
        return !batches.hasNext();
      }
    }
    return true;
  }

  private boolean sideBySide(
      Iterator<List<TransferRequest>> batches, Consumer<TransferOutcome> answered) {
    Deque<Committing.Started> ahead = new ArrayDeque<>();
    while (batches.hasNext()) {
      List<TransferRequest> batch = batches.next();
      if (ahead.isEmpty() && !batches.hasNext()) {
        committing.run(batch).forEach(answered);
      } else {
        ahead.add(committing.start(batch));
      }
      if (ahead.size() == BATCHES_AHEAD) {
        ahead.remove().outcomes().forEach(answered);
      }
    }
    ahead.forEach(started -> started.outcomes().forEach(answered));
    return true;
  }

  /** {@link #transferAll(Iterator, Order, Consumer)} of a list, in memory. */
  public List<TransferOutcome> transferAll(List<TransferRequest> requests, Order order) {
    List<TransferOutcome> outcomes = new ArrayList<>(requests.size());
    boolean allAsked = transferAll(requests.iterator(), order, outcomes::add);
    if (!allAsked) {
      requests.subList(outcomes.size(), requests.size()).stream()
          .map(request -> new TransferOutcome.Unknown(request.id(), "not asked: see those before"))
          .forEach(outcomes::add);
    }
    return outcomes;
  }

  private static boolean isOpenEnded(TransferOutcome outcome) {
    if (outcome instanceof TransferOutcome.Applied applied) {
      return !applied.finished();
    } else if (outcome instanceof TransferOutcome.Refused refused) {
      return !refused.finished();
    }
    return true;
  }

  /**
   * Takes no more transfers by {@link #transfer}, {@link #submit} and without an order: they are
   * answered {@link TransferOutcome.NotAsked}, as are those that wait. What is begun is brought to
   * its end, which is waited for. Idempotent.
   */
  @Override
  public void close() {
    committing.close();
  }
}
