package io.twophase.domain.batch.record;

import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.reason.Reason;
import io.twophase.domain.transaction.NewTransaction;
import java.nio.charset.StandardCharsets;
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
   * The most that the record of a batch may weigh once it is decided, in bytes, whatever the
   * decision says of each member: servers take documents of 16 MB.
   */
  public static final int MOST_BYTES = 12_000_000;

  /** More than the field names and figures of one member weigh, in the list and in its answer. */
  private static final int FRAME = 300;

  private static final int BYTES_OF_A_CHARACTER = 3;

  /**
   * How many of the first of some transfers one record has room for, whatever is decided: an id is
   * listed, and stands once more beside a refusal or a reason. At least one.
   */
  public static int fitting(List<NewTransaction> transfers) {
    int fitting = 0;
    long bytes = 0;
    for (NewTransaction transfer : transfers) {
      bytes += weight(transfer);
      if (bytes > MOST_BYTES) {
        break;
      }
      fitting++;
    }
    return Math.max(1, fitting);
  }

  private static long weight(NewTransaction transfer) {
    int ofText = BYTES_OF_A_CHARACTER * Reason.MOST_TEXT;
    int ofAccount =
        transfer.accountOperations().stream()
            .mapToInt(operation -> bytes(operation.account().value()))
            .max()
            .orElse(0);
    return FRAME + 2L * bytes(transfer.id().value()) + ofAccount + ofText;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

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
