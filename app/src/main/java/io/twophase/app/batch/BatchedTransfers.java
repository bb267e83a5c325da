package io.twophase.app.batch;

import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Unanswered;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Runs transfers as batches, each of which is one transaction. What a batch leaves out goes on in
 * the next one, as long as each batch decides something. What is left then has no answer here:
 * whoever asked runs it alone.
 */
public final class BatchedTransfers {

  private static final int FEWEST = 2;

  private final BatchEngine engine;
  private final IdSource ids;

  /** How many rows in order make a batch at most: few while others run the same rows. */
  private final AtomicInteger width = new AtomicInteger(Integer.MAX_VALUE);

  /** Batches of {@code engine}, with ids and tokens from {@code ids}. */
  public BatchedTransfers(BatchEngine engine, IdSource ids) {
    this.engine = engine;
    this.ids = ids;
  }

  /**
   * What became of transfers.
   *
   * @param results of those that have an answer; the others were left out
   * @param decidedBefore those of them that were decided before they were asked for now
   * @param failure the last fault of the store that was met, if one was
   */
  public record Ended(
      Map<TransactionId, Result> results,
      Set<TransactionId> decidedBefore,
      Option<StoreException> failure) {}

  /**
   * Runs transfers, those of each currency together. No account has two currencies, so the order of
   * the others does not matter to any.
   *
   * <p>In order, what of the transfers is in batches that are not finished is seen through first:
   * what those hold for later rows must refuse no earlier one. A batch then ends before the first
   * row that has a record of its own and no outcome yet: somebody else runs that one, and all
   * behind it would wait.
   *
   * @param transfers each of one debit and one credit; no id twice
   * @param inOrder whether the outcome must be that of running them one after the other
   * @param whenDecided is given each outcome as soon as it is certain, before all is settled; must
   *     not throw
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Ended run(
      List<NewTransaction> transfers,
      boolean inOrder,
      BiConsumer<TransactionId, Result> whenDecided) {
    Map<Currency, List<NewTransaction>> byCurrency = new LinkedHashMap<>();
    for (NewTransaction transfer : transfers) {
      byCurrency
          .computeIfAbsent(Members.currency(transfer), currency -> new ArrayList<>())
          .add(transfer);
    }
    Rounds rounds = new Rounds(inOrder, whenDecided);
    byCurrency.values().forEach(rounds::run);
    return new Ended(rounds.results, rounds.decidedBefore, rounds.failure);
  }

  private final class Rounds {

    private final boolean inOrder;
    private final BiConsumer<TransactionId, Result> whenDecided;
    private final Map<TransactionId, Result> results = new LinkedHashMap<>();
    private final Set<TransactionId> decidedBefore = new HashSet<>();
    private Option<StoreException> failure = Option.none();
    private boolean hasBegun;

    Rounds(boolean inOrder, BiConsumer<TransactionId, Result> whenDecided) {
      this.inOrder = inOrder;
      this.whenDecided = whenDecided;
    }

    void run(List<NewTransaction> transfers) {
      List<NewTransaction> open = transfers;
      boolean isProgress = true;
      while (isProgress && !open.isEmpty()) {
        if (inOrder) {
          narrowly(seenThrough(open));
        } else {
          inParts(open);
        }
        List<NewTransaction> left = unanswered(open);
        isProgress = left.size() < open.size();
        open = left;
      }
    }

    /** As few batches as have room for all of them in their records, one after the other. */
    private void inParts(List<NewTransaction> open) {
      for (int from = 0; from < open.size(); ) {
        List<NewTransaction> rest = open.subList(from, open.size());
        int fitting = NewBatch.fitting(rest);
        once(rest.subList(0, fitting));
        from += fitting;
      }
    }

    /**
     * Runs the first of them, as many as it pays to: where others run the same rows, whoever comes
     * second to the first row decides nothing, and has written all the others in vain.
     */
    private void narrowly(List<NewTransaction> open) {
      int most = width.get();
      if (!open.isEmpty()) {
        List<NewTransaction> fresh =
            open.subList(0, Math.min(Math.min(most, open.size()), NewBatch.fitting(open)));
        once(fresh);
        int answered = fresh.size() - unanswered(fresh).size();
        width.set(
            answered < fresh.size() ? Math.max(FEWEST, answered) : Math.max(most, 2 * answered));
      }
    }

    private List<NewTransaction> unanswered(List<NewTransaction> transfers) {
      return transfers.stream().filter(transfer -> !results.containsKey(transfer.id())).toList();
    }

    /**
     * Answers those that earlier batches have decided, once these have ended.
     *
     * @return what can be run now
     */
    private List<NewTransaction> seenThrough(List<NewTransaction> open) {
      try {
        EarlierBatches earlier = engine.earlier(open, ids);
        hasBegun |= earlier.hasSent();
        earlier
            .results()
            .forEach(
                (id, result) -> {
                  results.put(id, result);
                  decidedBefore.add(id);
                  whenDecided.accept(id, result);
                });
        if (!earlier.haveEnded()) {
          unknown(open, Option.none());
        }
        return unanswered(open).stream()
            .takeWhile(transfer -> !earlier.elsewhere().contains(transfer.id()))
            .toList();
      } catch (StoreException fault) {
        if (!hasBegun) {
          throw fault;
        }
        unknown(open, Option.some(fault));
        return List.of();
      }
    }

    private void once(List<NewTransaction> open) {
      NewBatch batch = new NewBatch(freshId(), open, inOrder);
      BatchEnd end;
      try {
        end =
            engine.run(
                new BatchGoal.Run(batch),
                ids.nextToken(),
                decided -> notifyDecided(batch, decided));
      } catch (StoreException fault) {
        if (!hasBegun) {
          throw fault;
        }
        unknown(open, Option.some(fault));
        return;
      }
      hasBegun = true;
      end.result().fold(new OfResult(batch, end.failure()));
    }

    private void notifyDecided(NewBatch batch, BatchResult.Decided decided) {
      for (TransactionId id : batch.ids()) {
        result(decided, id).forEach(result -> whenDecided.accept(id, result));
      }
    }

    private void unknown(List<NewTransaction> transfers, Option<StoreException> fault) {
      failure = fault.orElse(failure);
      Result unknown = new Result.Unknown(Unanswered.DECIDE, Option.none());
      unanswered(transfers).forEach(transfer -> results.put(transfer.id(), unknown));
    }

    private Option<Result> result(BatchResult.Decided decided, TransactionId id) {
      boolean isFinal = decided.record().state().isFinal();
      return decided
          .of(id)
          .fold(
              Option::none,
              Option::none,
              applied -> Option.some(new Result.Applied(isFinal)),
              canceled -> Option.some(new Result.Canceled(canceled.reason(), isFinal)));
    }

    private final class OfResult implements BatchResult.Cases<Boolean> {

      private final NewBatch batch;
      private final Option<StoreException> fault;

      OfResult(NewBatch batch, Option<StoreException> fault) {
        this.batch = batch;
        this.fault = fault;
      }

      @Override
      public Boolean decided(BatchResult.Decided result) {
        boolean isFinal = result.record().state().isFinal();
        failure = isFinal ? failure : fault.orElse(failure);
        for (TransactionId id : batch.ids()) {
          result(result, id).forEach(of -> results.put(id, of));
        }
        return true;
      }

      @Override
      public Boolean notBegun(BatchResult.NotBegun result) {
        return true;
      }

      @Override
      public Boolean unknown(BatchResult.Unknown result) {
        Rounds.this.unknown(batch.transfers(), fault);
        return true;
      }

      @Override
      public Boolean busy(BatchResult.Busy result) {
        Rounds.this.unknown(batch.transfers(), fault);
        return true;
      }

      @Override
      public Boolean notFound(BatchResult.NotFound result) {
        throw new IllegalStateException(batch.id() + " was begun, and is " + result);
      }

      @Override
      public Boolean alreadyDecided(BatchResult.AlreadyDecided result) {
        throw new IllegalStateException(batch.id() + " is not canceled, and is " + result);
      }
    }
  }

  private BatchId freshId() {
    return new BatchId(BatchId.PREFIX + ids.nextTransactionId());
  }
}
