package io.twophase.app.event;

import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;

/**
 * There is no proof of a transaction.
 *
 * <p>Then: ask again when the reason is gone.
 */
public sealed interface ProofRefusal extends Reason {

  /** There is no such transaction; or retention has removed it. */
  @Line("there is no transaction %s")
  record NoSuchTransaction(TransactionId id) implements ProofRefusal {}

  /** The transaction cannot be read. */
  @Line("transaction %s cannot be read: %s")
  record Unreadable(String id, String fault) implements ProofRefusal {}

  /** The transaction is not decided. */
  @Line("transaction %s is not decided")
  record Undecided(TransactionId id) implements ProofRefusal {}

  /** The transaction has no leaf in the tree: it was decided before there was one, or just now. */
  @Line("transaction %s is not in the tree of %s records")
  record NotInTheTree(TransactionId id, long size) implements ProofRefusal {}

  /** The tree has fewer leaves. */
  @Line("the tree has %2$s records, not %1$s")
  record TreeIsSmaller(long asked, long size) implements ProofRefusal {}

  /**
   * The record is not as its leaf says: somebody has changed the record or the leaf.
   *
   * <p>Then: run the audit, and compare with a backup.
   */
  @Line("%s is not what the tree says that it was: run the audit")
  record Differs(String id) implements ProofRefusal {}

  /** A leaf that the proof needs is missing: somebody has removed it. */
  @Line("leaf %s of the tree is missing: run the audit")
  record LeafMissing(long number) implements ProofRefusal {}
}
