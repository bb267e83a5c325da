package io.twophase.cli.imports;

import io.twophase.Transfers;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that are submitted and have no answer yet. Those that touch nothing in common are
 * under way together, and share batches. The answers are handed over in the order of the requests.
 */
final class InFlight {

  /**
   * The number of transactions under way at a time: enough for all batches that the queue runs at
   * once.
   */
  private static final int MOST = 2_000;

  /** After so many in a row that are not certain the store is not asked for more: a batch. */
  private static final int MOST_OPEN_ENDED = TwoPhaseSettings.DEFAULT_BATCH_SIZE;

  private final Transfers transfers;
  private final Order order;
  private final Consumer<Answer> answers;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Map<Object, Integer> changed = new HashMap<>();
  private final Map<Object, Integer> checked = new HashMap<>();
  private int openEndedInARow;
  private boolean openEnded;

  private record Waiting(
      TransactionRequest request,
      Footprint footprint,
      CompletableFuture<TransactionOutcome> answer) {}

  /**
   * The targets that a transaction touches. Two that touch nothing in common, or only check it,
   * have the same answers and leave the same documents whichever is first. Documents of one
   * collection may have a value in common that only one of them can have: so what inserts a
   * document, or removes one, touches the whole collection; a change never touches such a value.
   *
   * @param changed its id, its accounts, the documents that it does more to than check them, and
   *     the collections that it inserts into or removes from
   * @param checked the documents that it checks
   */
  record Footprint(Set<Object> changed, Set<Object> checked) {

    static Footprint of(TransactionRequest request) {
      Footprint all = new Footprint(new HashSet<>(), new HashSet<>());
      all.changed.add(request.id());
      for (Operation operation : request.operations()) {
        operation.<Boolean>foldTarget(account -> all.changed.add(account.account()), all::add);
      }
      return all;
    }

    private boolean add(DocumentOperation operation) {
      if (operation instanceof InsertDocument || operation instanceof RemoveDocument) {
        changed.add(operation.document().collection());
      }
      return (operation.mode() == HoldMode.SHARED ? checked : changed).add(operation.document());
    }
  }

  /**
   * The answer to a request.
   *
   * @param request what was asked
   * @param outcome what became of it; or the fault for which nothing was sent to the store
   */
  record Answer(TransactionRequest request, Either<RuntimeException, TransactionOutcome> outcome) {}

  /**
   * None yet.
   *
   * @param order whether one waits for those before it that it could meet
   * @param answers receives each answer
   */
  InFlight(Transfers transfers, Order order, Consumer<Answer> answers) {
    this.transfers = transfers;
    this.order = order;
    this.answers = answers;
  }

  /**
   * Asks for a transaction when it may be asked for.
   *
   * @return whether it was. In file order it is not after one whose outcome is not known, or that
   *     is not finished; in any order it is not after {@value #MOST_OPEN_ENDED} such in a row
   */
  boolean submit(TransactionRequest request) {
    Footprint footprint = Footprint.of(request);
    while (!openEnded && (waiting.size() >= MOST || meets(footprint))) {
      handOverFirst();
    }
    if (openEnded) {
      return false;
    }
    footprint.changed().forEach(one -> changed.merge(one, 1, Integer::sum));
    footprint.checked().forEach(one -> checked.merge(one, 1, Integer::sum));
    waiting.add(new Waiting(request, footprint, transfers.submit(request)));
    return true;
  }

  /** Waits for all answers. */
  void drain() {
    while (!waiting.isEmpty()) {
      handOverFirst();
    }
  }

  private boolean meets(Footprint next) {
    return order == Order.AS_GIVEN
        && (next.changed().stream()
                .anyMatch(one -> changed.containsKey(one) || checked.containsKey(one))
            || next.checked().stream().anyMatch(changed::containsKey));
  }

  private void handOverFirst() {
    Waiting first = waiting.remove();
    first.footprint().changed().forEach(one -> changed.computeIfPresent(one, InFlight::less));
    first.footprint().checked().forEach(one -> checked.computeIfPresent(one, InFlight::less));
    Either<RuntimeException, TransactionOutcome> outcome = await(first.answer());
    openEndedInARow = outcome.exists(answer -> !answer.isOpenEnded()) ? 0 : openEndedInARow + 1;
    int most = order == Order.AS_GIVEN ? 1 : MOST_OPEN_ENDED;
    openEnded |= outcome.isLeft() || openEndedInARow >= most;
    answers.accept(new Answer(first.request(), outcome));
  }

  private static Either<RuntimeException, TransactionOutcome> await(
      CompletableFuture<TransactionOutcome> answer) {
    try {
      return Either.right(answer.join());
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException fault) {
        return Either.left(fault);
      }
      throw failed;
    }
  }

  private static @Nullable Integer less(Object one, Integer count) {
    return count == 1 ? null : count - 1;
  }
}
