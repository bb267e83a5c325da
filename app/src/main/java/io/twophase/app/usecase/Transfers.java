package io.twophase.app.usecase;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Makes transfers. Thread-safe. */
public final class Transfers {

  private final BatchRunner runner;
  private final Batching batching;
  private final IdSource ids;

  /** Transfers by {@code runner}, in batches that {@code batching} makes. */
  public Transfers(BatchRunner runner, Batching batching, IdSource ids) {
    this.runner = runner;
    this.batching = batching;
    this.ids = ids;
  }

  /**
   * Makes one transfer. Both accounts change, or neither; whatever happens to this process, the
   * record lets any other finish it. Idempotent by the request's id.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransferOutcome transfer(TransferRequest request) {
    return runner.run(List.of(request), Order.ANY).get(0);
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
    while (batches.hasNext()) {
      List<TransferOutcome> outcomes = runner.run(batches.next(), order);
      outcomes.forEach(answered);
      if (order == Order.AS_GIVEN && outcomes.stream().anyMatch(Transfers::isOpenEnded)) {
        return !batches.hasNext();
      }
    }
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
}
