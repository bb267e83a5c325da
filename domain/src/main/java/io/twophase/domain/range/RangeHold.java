package io.twophase.domain.range;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;

/**
 * What a pending batch has set aside on one account.
 *
 * @param batch whose it is; an account has at most one hold of a batch
 * @param epoch the epoch it was placed at or stamped with; only this one can settle it
 * @param range what is set aside
 */
public record RangeHold(BatchId batch, Epoch epoch, Range range) {

  /** The same, of another epoch. */
  public RangeHold at(Epoch newEpoch) {
    return new RangeHold(batch, newEpoch, range);
  }

  /** Whether it is of that batch and epoch. */
  public boolean isOf(BatchId other, Epoch at) {
    return batch.equals(other) && epoch.equals(at);
  }
}
