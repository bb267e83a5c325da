package io.twophase.ports;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.transaction.Receipt;

/**
 * The receipt of a transfer that a batch has decided.
 *
 * @param document as it was read
 * @param receipt of the same
 */
public record MemberReceipt(MemberDocument document, Receipt receipt) {

  /**
   * @throws IllegalArgumentException if the receipt is of another transfer
   */
  public MemberReceipt {
    if (!document.id().equals(receipt.id())) {
      throw new IllegalArgumentException("receipt of " + receipt.id() + " for " + document.id());
    }
  }
}
