package io.twophase.app.event;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;

/**
 * There is no proof of a transaction.
 *
 * <p>Then: ask again when the reason is gone.
 */
public sealed interface ProofRefusal extends Reason {

  /** There is no such transaction; or retention has removed it. */
  record NoSuchTransaction(TransactionId id) implements ProofRefusal {
    @Override
    public String message() {
      return "there is no transaction " + id;
    }
  }

  /** The transaction cannot be read. */
  record Unreadable(String id, String fault) implements ProofRefusal {
    @Override
    public String message() {
      return "transaction " + id + " cannot be read: " + fault;
    }
  }

  /** The transaction is not decided. */
  record Undecided(TransactionId id) implements ProofRefusal {
    @Override
    public String message() {
      return "transaction " + id + " is not decided";
    }
  }

  /** The transaction has no leaf in the tree: it was decided before there was one, or just now. */
  record NotInTheTree(TransactionId id, long size) implements ProofRefusal {
    @Override
    public String message() {
      return "transaction " + id + " is not in the tree of " + size + " records";
    }
  }

  /** The tree has fewer leaves. */
  record TreeIsSmaller(long asked, long size) implements ProofRefusal {
    @Override
    public String message() {
      return "the tree has " + size + " records, not " + asked;
    }
  }

  /**
   * The record is not as its leaf says: somebody has changed the record or the leaf.
   *
   * <p>Then: run the audit, and compare with a backup.
   */
  record Differs(String id) implements ProofRefusal {
    @Override
    public String message() {
      return id + " is not what the tree says that it was: run the audit";
    }
  }

  /** A leaf that the proof needs is missing: somebody has removed it. */
  record LeafMissing(long number) implements ProofRefusal {
    @Override
    public String message() {
      return "leaf " + number + " of the tree is missing: run the audit";
    }
  }
}
