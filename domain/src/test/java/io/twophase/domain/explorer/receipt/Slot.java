package io.twophase.domain.explorer.receipt;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;

/** What is stored under an id. */
sealed interface Slot {

  /**
   * A record of its own, without its times.
   *
   * @param finishedAt when it came to its end; 0 if it has not
   */
  record Lone(Transaction record, int finishedAt) implements Slot {}

  /** A transfer that a batch decides. */
  record Member(MemberDocument document) implements Slot {}

  /** What is left of either. */
  record Left(Receipt receipt) implements Slot {}
}
