package io.twophase.domain.batch.record;

import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Currency;
import java.util.List;

/**
 * Transfers that are to be decided together.
 *
 * @param id names the batch; never used before
 * @param transfers in the order in which they are run; in one currency, no id twice
 * @param inOrder whether the outcome must be that of running them one after the other
 */
public record NewBatch(BatchId id, List<NewTransaction> transfers, boolean inOrder) {

  /**
   * @throws IllegalArgumentException if there is none, one is no transfer, two have one id, or two
   *     have different currencies
   */
  public NewBatch {
    transfers = List.copyOf(transfers);
    if (transfers.stream().map(Members::currency).distinct().count() != 1) {
      throw new IllegalArgumentException(id + " is not of one currency");
    }
    Batch.of(Members.of(transfers), inOrder);
  }

  /** The ids of the transfers, in their order. */
  public List<TransactionId> ids() {
    return transfers.stream().map(NewTransaction::id).toList();
  }

  /** The transfers as documents that name the batch. */
  public List<MemberDocument> documents() {
    return transfers.stream().map(transfer -> new MemberDocument(id, transfer)).toList();
  }

  /** The transfers as the run takes them. */
  public List<Member> members() {
    return Members.of(transfers);
  }

  /** Of all its transfers. */
  public Currency currency() {
    return Members.currency(transfers.get(0));
  }
}
