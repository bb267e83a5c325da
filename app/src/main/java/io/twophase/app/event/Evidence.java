package io.twophase.app.event;

import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.event.TreeGrowth.StoredTree;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.ConsistencyProof;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.InclusionProof;
import io.twophase.domain.event.Paths;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.RecordText;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Evidence that decided transactions were not changed: each record that has a number is a leaf of a
 * Merkle tree (RFC 9162), in the order of the numbers. A head of the tree names all of its leaves.
 * A caller who keeps a head out of reach of the writers of the store can tell later whether any of
 * them was changed, removed, or put in between; with a proof, a head shows that of one transaction,
 * without a store. It is off until {@link #turnOn}. Thread-safe. Each method throws {@link
 * StoreUnavailableException} if the store cannot be reached.
 *
 * <p><b>The limits.</b> A caller who can write to the store can change a record, its leaf and all
 * that follows from it. Only a head that was kept elsewhere shows that. A transaction that is
 * decided and has no leaf yet can be changed unseen; so can one that was decided before the
 * evidence was turned on, and has no number. A leaf says what was so when the leaf was made.
 */
public final class Evidence {

  private final EventRepository events;
  private final TreeGrowth growth;
  private final Records records;
  private final StoredTree tree;

  /** The evidence of one store. */
  public Evidence(Store store) {
    this.events = store.events();
    this.growth = new TreeGrowth(store);
    this.records = store.records();
    this.tree = new StoredTree(events.evidence());
  }

  /** Returns whether numbered records get leaves. */
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

  /**
   * The head of the tree as it is: of all leaves that there are.
   *
   * @throws StoreException if a leaf is missing that the head needs
   */
  public TreeHead head() {
    return head(events.evidence().size())
        .getOrElseThrow(refusal -> new StoreException(refusal.message()));
  }

  /**
   * The head that the tree had when it had so many leaves; or {@link ProofRefusal.TreeIsSmaller}.
   *
   * @throws IllegalArgumentException if the size is below zero
   */
  public Either<ProofRefusal, TreeHead> head(long size) {
    requireSize(size, 0);
    return within(size).flatMap(tree::frontier).map(Frontier::head);
  }

  /** A proof of a transaction in the tree of {@link #head()}. */
  public Either<ProofRefusal, RecordProof> proof(TransactionId id) {
    return proved(id, events.evidence().size());
  }

  /**
   * A proof of a transaction in the tree when it had so many leaves. {@link RecordProof#proves}
   * verifies it, without a store.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  public Either<ProofRefusal, RecordProof> proof(TransactionId id, long size) {
    requireSize(size, 1);
    return proved(id, size);
  }

  /**
   * The proof of the same transaction in the tree of another size; also where retention has removed
   * the transaction.
   *
   * @throws IllegalArgumentException if the size is below 1
   */
  public Either<ProofRefusal, RecordProof> renewed(RecordProof proof, long size) {
    requireSize(size, 1);
    Objects.requireNonNull(proof, "proof");
    String id = "the record of the proof, number " + proof.number() + ",";
    return within(size)
        .flatMap(
            there ->
                proof.number() <= size
                    ? verified(id, proof.content(), proof.inBatch(), proof.number(), size)
                    : Either.left(new ProofRefusal.TreeIsSmaller(proof.number(), size)));
  }

  /**
   * Returns what shows that the tree of {@code size} leaves is that of {@code older} leaves, grown.
   * {@link ConsistencyProof#proves} verifies it, without a store.
   *
   * @throws IllegalArgumentException if {@code older} is below zero or above {@code size}
   */
  public Either<ProofRefusal, ConsistencyProof> consistency(long older, long size) {
    requireSize(older, 0);
    requireSize(size, older);
    return within(size)
        .flatMap(there -> tree.digests(Paths.consistency(older, there)))
        .map(path -> new ConsistencyProof(older, size, path));
  }

  private static void requireSize(long size, long least) {
    if (size < least) {
      throw new IllegalArgumentException("a tree of " + size + " leaves: at least " + least);
    }
  }

  private Either<ProofRefusal, RecordProof> proved(TransactionId id, long size) {
    Objects.requireNonNull(id, "id");
    return within(size).flatMap(there -> proof(id, records.findMembers(List.of(id)).get(0), size));
  }

  private Either<ProofRefusal, Long> within(long size) {
    long there = events.evidence().size();
    return size <= there
        ? Either.right(size)
        : Either.left(new ProofRefusal.TreeIsSmaller(size, there));
  }

  private Either<ProofRefusal, RecordProof> proof(TransactionId id, Lookup lookup, long size) {
    return switch (lookup.kind()) {
      case ABSENT, REMOVED -> Either.left(new ProofRefusal.NoSuchTransaction(id));
      case UNREADABLE ->
          Either.left(new ProofRefusal.Unreadable(lookup.id(), lookup.fault().orElseThrow()));
      case FOUND ->
          lookup
              .transaction()
              .filter(each -> each.state().isDecided())
              .flatMap(each -> lookup.record())
              .map(
                  record ->
                      leaf(id, record.id(), size).flatMap(leaf -> proof(id, record, leaf, size)))
              .orElseGet(() -> Either.left(new ProofRefusal.Undecided(id)));
    };
  }

  private Either<ProofRefusal, TreeLeaf> leaf(TransactionId id, RecordId record, long size) {
    return events
        .numbersOf(List.of(record))
        .get(0)
        .filter(number -> number <= size)
        .flatMap(number -> events.evidence().leaves(List.of(number)).stream().findFirst())
        .<Either<ProofRefusal, TreeLeaf>>map(Either::right)
        .orElseGet(() -> Either.left(new ProofRefusal.NotInTheTree(id, size)));
  }

  private Either<ProofRefusal, RecordProof> proof(
      TransactionId id, TransactionRecord record, TreeLeaf leaf, long size) {
    return record
        .alone()
        .map(
            only ->
                verified(
                    id.value(),
                    RecordText.lone(leaf.number(), only),
                    Optional.empty(),
                    leaf.number(),
                    size))
        .orElseGet(() -> ofMember(id, record, leaf, size));
  }

  private Either<ProofRefusal, RecordProof> ofMember(
      TransactionId id, TransactionRecord record, TreeLeaf leaf, long size) {
    int index = record.members().indexOf(id);
    LeafContent.OfBatch content = new LeafReader(records).ofSeveral(leaf.number(), record);
    List<Digest> members = content.members(leaf);
    if (members.size() != content.places().size()) {
      return Either.left(new ProofRefusal.Differs(record.id().value()));
    }
    return content
        .places()
        .get(index)
        .text(members.get(index))
        .map(
            text ->
                verified(
                    id.value(),
                    text,
                    Optional.of(
                        new RecordProof.InBatch(content.text(), InclusionProof.of(index, members))),
                    leaf.number(),
                    size))
        .orElseGet(() -> Either.left(new ProofRefusal.Differs(id.value())));
  }

  private Either<ProofRefusal, RecordProof> verified(
      String id, String content, Optional<RecordProof.InBatch> inBatch, long number, long size) {
    return tree.digests(Paths.inclusion(number - 1, size))
        .map(path -> new RecordProof(content, inBatch, new InclusionProof(number - 1, size, path)))
        .flatMap(
            proof ->
                tree.frontier(size)
                    .filterOrElse(
                        edge -> proof.proves(edge.head()), edge -> new ProofRefusal.Differs(id))
                    .map(edge -> proof));
  }
}
