package io.twophase.app.event;

import io.twophase.domain.TransactionId;
import io.twophase.domain.evidence.ConsistencyProof;
import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.InclusionProof;
import io.twophase.domain.evidence.Paths;
import io.twophase.domain.evidence.RecordProof;
import io.twophase.domain.evidence.RecordText;
import io.twophase.domain.evidence.Span;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;

/** Makes proofs. Each is verified before it is handed out. */
final class Prover {

  private final EventRepository events;
  private final Records records;
  private final StoredTree tree;

  Prover(EventRepository events, Records records) {
    this.events = events;
    this.records = records;
    this.tree = new StoredTree(events.evidence());
  }

  Either<ProofRefusal, TreeHead> head(long size) {
    return within(size).flatMap(this::frontier).map(Frontier::head);
  }

  private Either<ProofRefusal, Frontier> frontier(long size) {
    return tree.frontier(size).mapLeft(ProofRefusal.LeafMissing::new);
  }

  private Either<ProofRefusal, List<Digest>> digests(List<Span> spans) {
    return tree.digests(spans).mapLeft(ProofRefusal.LeafMissing::new);
  }

  private Either<ProofRefusal, Long> within(long size) {
    long there = events.evidence().size();
    return size <= there
        ? Either.right(size)
        : Either.left(new ProofRefusal.TreeIsSmaller(size, there));
  }

  Either<ProofRefusal, ConsistencyProof> consistency(long older, long size) {
    return within(size)
        .flatMap(there -> digests(Paths.consistency(older, there)))
        .map(path -> new ConsistencyProof(older, size, path));
  }

  Either<ProofRefusal, RecordProof> proof(TransactionId id, long size) {
    return within(size).flatMap(there -> proof(id, records.findMembers(List.of(id)).get(0), size));
  }

  private Either<ProofRefusal, RecordProof> proof(TransactionId id, Lookup lookup, long size) {
    return switch (lookup.kind()) {
      case ABSENT, REMOVED -> Either.left(new ProofRefusal.NoSuchTransaction(id));
      case UNREADABLE ->
          Either.left(new ProofRefusal.Unreadable(lookup.id(), lookup.fault().get()));
      case FOUND ->
          lookup
              .record()
              .filter(record -> lookup.transaction().exists(each -> each.state().isDecided()))
              .<ProofRefusal>toEither(() -> new ProofRefusal.Undecided(id))
              .flatMap(
                  record ->
                      leaf(id, record.id(), size).flatMap(leaf -> proof(id, record, leaf, size)));
    };
  }

  private Either<ProofRefusal, TreeLeaf> leaf(TransactionId id, RecordId record, long size) {
    return events
        .numbersOf(List.of(record))
        .get(0)
        .filter(number -> number <= size)
        .map(number -> events.evidence().leaves(List.of(number)))
        .filter(found -> !found.isEmpty())
        .map(found -> found.get(0))
        .toEither(() -> new ProofRefusal.NotInTheTree(id, size));
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
                    Option.none(),
                    leaf.number(),
                    size))
        .getOrElse(() -> ofMember(id, record, leaf, size));
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
        .<ProofRefusal>toEither(() -> new ProofRefusal.Differs(id.value()))
        .flatMap(
            text ->
                verified(
                    id.value(),
                    text,
                    Option.some(
                        new RecordProof.InBatch(content.text(), InclusionProof.of(index, members))),
                    leaf.number(),
                    size));
  }

  /** The same record in a tree of another size, whether it is there by now or not. */
  Either<ProofRefusal, RecordProof> renewed(RecordProof proof, long size) {
    String id = "the record of the proof, number " + proof.number() + ",";
    return within(size)
        .flatMap(
            there ->
                proof.number() <= size
                    ? verified(id, proof.content(), proof.inBatch(), proof.number(), size)
                    : Either.left(new ProofRefusal.TreeIsSmaller(proof.number(), size)));
  }

  private Either<ProofRefusal, RecordProof> verified(
      String id, String content, Option<RecordProof.InBatch> inBatch, long number, long size) {
    return digests(Paths.inclusion(number - 1, size))
        .map(path -> new RecordProof(content, inBatch, new InclusionProof(number - 1, size, path)))
        .flatMap(
            proof ->
                frontier(size)
                    .filterOrElse(
                        edge -> proof.proves(edge.head()), edge -> new ProofRefusal.Differs(id))
                    .map(edge -> proof));
  }
}
