package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.State;
import java.util.Map;

/**
 * What only the worker itself knows, and steps that it would not take: for doubles that break it.
 */
public final class Inside {

  private Inside() {}

  /** The batch that it decides. */
  public static Batch batch(BatchWorker worker) {
    return worker.knowledge().batch();
  }

  /** Who takes part, as it has seen. */
  public static Batch.Seen seen(BatchWorker worker) {
    return worker.knowledge().seen();
  }

  /** What the accounts have answered. */
  public static Map<AccountId, AccountAnswer> answers(BatchWorker worker) {
    return worker.knowledge().answers().toJavaMap();
  }

  /** It gives back what it holds at its epoch, whatever the record says. */
  public static BatchWorker withdrawing(BatchWorker worker) {
    return Ending.withdraw(worker, worker.owned().get());
  }

  /** It closes the record, whatever is held. */
  public static BatchWorker finishing(BatchWorker worker) {
    boolean isApplied = worker.knowledge().known().state() == State.APPLIED;
    return worker.at(
        new BatchStep.Move(
            isApplied
                ? new BatchTransition.Finish(worker.id())
                : new BatchTransition.FinishCancel(worker.id())));
  }

  /** It takes the epoch for its own. */
  public static BatchWorker owning(BatchWorker worker, Epoch epoch) {
    return RecordRead.owned(worker, epoch);
  }

  /** It does another step. */
  public static BatchWorker doing(BatchWorker worker, BatchStep step) {
    return worker.at(step);
  }

  /** Whether it has seen that the transfer's id is taken. */
  public static boolean hasSeen(MemberWorker worker) {
    return worker.known().wasThere();
  }

  /** It begins a transfer, whatever it has seen of it. */
  public static MemberWorker beginning(MemberWorker worker) {
    return worker.following(worker.fresh());
  }
}
