package io.twophase.domain.range;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.vavr.control.Option;

/**
 * What a batch asks of an account.
 *
 * @param held the range that the caller knows to be held there, by its own hold or stamp that was
 *     acknowledged: a store then need not read it before it ends the hold. It changes no answer
 */
public record RangeCall(BatchId batch, RangeRequest request, Option<Range> held) {

  /** By a caller that knows of no hold. */
  public RangeCall(BatchId batch, RangeRequest request) {
    this(batch, request, Option.none());
  }

  /** The account. */
  public AccountId account() {
    return request.account();
  }
}
