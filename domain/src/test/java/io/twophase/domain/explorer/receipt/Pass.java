package io.twophase.domain.explorer.receipt;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import java.util.List;

/**
 * A process that makes passes.
 *
 * @param runs how many it may still begin
 * @param isIdle whether it is in none
 * @param ofBatch whether it is at the batch
 * @param going what it has listed, and still has to replace
 * @param removed what it has removed, and whose receipt it has not stored yet
 */
record Pass(int runs, boolean isIdle, boolean ofBatch, List<Going> going, Option<Receipt> removed) {

  /**
   * One of what was listed.
   *
   * @param receipt of it as it was read
   * @param member as it was read, if a batch decides it
   */
  record Going(Receipt receipt, Option<MemberDocument> member) {
    TransactionId id() {
      return receipt.id();
    }
  }

  static Pass idle(int runs) {
    return new Pass(runs, true, false, List.of(), Option.none());
  }

  Pass listed(boolean isOfBatch, List<Going> page) {
    return new Pass(runs, false, isOfBatch, page, Option.none());
  }

  Pass without(List<Going> rest, Option<Receipt> gone) {
    return new Pass(runs, false, ofBatch, rest, gone);
  }

  Pass ended() {
    return idle(runs - 1);
  }
}
