package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.transaction.CancelReason;
import java.util.function.Function;

/** What a worker is to do with a batch. */
public sealed interface BatchGoal {

  /** The batch. */
  BatchId batch();

  /** What the function for this goal says. */
  <T> T fold(
      Function<? super Run, ? extends T> run,
      Function<? super Resume, ? extends T> resume,
      Function<? super Cancel, ? extends T> cancel);

  /** Begin it and see it through. */
  record Run(NewBatch body) implements BatchGoal {
    @Override
    public BatchId batch() {
      return body.id();
    }

    @Override
    public <T> T fold(
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Cancel, ? extends T> cancel) {
      return run.apply(this);
    }
  }

  /** See through what another has begun. */
  record Resume(BatchId batch) implements BatchGoal {
    @Override
    public <T> T fold(
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Cancel, ? extends T> cancel) {
      return resume.apply(this);
    }
  }

  /** Cancel the whole, if it is not decided. */
  record Cancel(BatchId batch, CancelReason reason) implements BatchGoal {
    @Override
    public <T> T fold(
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Cancel, ? extends T> cancel) {
      return cancel.apply(this);
    }
  }
}
