package io.twophase.app.event;

import io.twophase.domain.TransactionId;
import io.twophase.domain.evidence.ConsistencyProof;
import io.twophase.domain.evidence.RecordProof;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.Objects;

/**
 * Evidence that decided transactions were not changed: each record that has a number is a leaf of a
 * Merkle tree (RFC 9162), in the order of the numbers. A head of the tree names all of its leaves.
 * Who keeps a head out of reach of whoever can write to the store can tell later whether any of
 * them was changed, removed, or put in between; and who has a head and a proof can tell so of one
 * transaction, without a store. It is off until {@link #turnOn}. Thread-safe. Each method throws
 * {@link StoreUnavailableException} if the store cannot be reached.
 *
 * <p><b>What is evident, and what not.</b> Who can write to the store can change a record, its leaf
 * and all that follows from it. Only a head that was kept elsewhere shows that. What is decided and
 * has no leaf yet can be changed unseen; so can what was decided before the evidence was turned on,
 * and has no number. What a leaf says was so when the leaf was made.
 */
public final class Evidence {

  private final EventRepository events;
  private final TreeGrowth growth;
  private final Prover prover;

  /** Of one store. */
  public Evidence(Store store) {
    this.events = store.events();
    this.growth = new TreeGrowth(store);
    this.prover = new Prover(events, store.records());
  }

  /** Whether numbered records get leaves. */
  public boolean isOn() {
    return events.evidence().isOn();
  }

  /**
   * Has records that are decided from now on get leaves, and those before that have a number. It
   * turns on the events too, which give them their numbers. Retention waits from now on for what
   * has no leaf. It is kept in the store, for all processes. Idempotent.
   */
  public void turnOn() {
    events.turnOn();
    events.evidence().turnOn();
  }

  /**
   * Has no more records get leaves. The tree stays as it is, with its proofs, and goes on where it
   * was when it is turned on again. The events stay on. Idempotent.
   */
  public void turnOff() {
    events.evidence().turnOff();
  }

  /**
   * Gives leaves to what was decided before this call. Recovery does so now and then; a host calls
   * this before it takes a head, or wants a proof of what it has just done. Adds none where the
   * evidence is off.
   */
  public Growth grow() {
    if (!isOn()) {
      return new Growth.Later(events.evidence().size());
    }
    new Numbering(events).run();
    return growth.run();
  }

  /** The head of the tree as it is: of all leaves that there are. */
  public TreeHead head() {
    long size = events.evidence().size();
    return prover.head(size).getOrElse(TreeHead.EMPTY);
  }

  /**
   * The head that the tree had when it had so many leaves; or {@link ProofRefusal.TreeIsSmaller}.
   *
   * @throws IllegalArgumentException if the size is below zero
   */
  public Either<ProofRefusal, TreeHead> head(long size) {
    requireSize(size, 0);
    return prover.head(size);
  }

  /** A proof of a transaction in the tree of {@link #head()}. */
  public Either<ProofRefusal, RecordProof> proof(TransactionId id) {
    return prover.proof(Objects.requireNonNull(id, "id"), events.evidence().size());
  }

  /**
   * A proof of a transaction in the tree when it had so many leaves. {@link RecordProof#proves}
   * verifies it, without a store.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  public Either<ProofRefusal, RecordProof> proof(TransactionId id, long size) {
    requireSize(size, 1);
    return prover.proof(Objects.requireNonNull(id, "id"), size);
  }

  /**
   * The proof of the same transaction in the tree of another size; also where retention has removed
   * the transaction.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  public Either<ProofRefusal, RecordProof> renewed(RecordProof proof, long size) {
    requireSize(size, 1);
    return prover.renewed(Objects.requireNonNull(proof, "proof"), size);
  }

  /**
   * What shows that the tree of {@code size} leaves is that of {@code older} leaves, grown. {@link
   * ConsistencyProof#proves} verifies it, without a store.
   *
   * @throws IllegalArgumentException if {@code older} is below zero or above {@code size}
   */
  public Either<ProofRefusal, ConsistencyProof> consistency(long older, long size) {
    requireSize(older, 0);
    requireSize(size, older);
    return prover.consistency(older, size);
  }

  private static void requireSize(long size, long least) {
    if (size < least) {
      throw new IllegalArgumentException("a tree of " + size + " leaves: at least " + least);
    }
  }
}
