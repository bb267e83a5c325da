package io.twophase.app.evidence;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.evidence.ConsistencyProof;
import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.InclusionProof;
import io.twophase.domain.evidence.Paths;
import io.twophase.domain.evidence.RecordProof;
import io.twophase.domain.evidence.Span;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;

/** Makes proofs. Each is verified before it is handed out. */
final class Prover {

  private final EventRepository events;
  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;
  private final LeafReader reader;
  private final StoredTree tree;

  Prover(
      EventRepository events,
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      LeafReader reader) {
    this.events = events;
    this.transactions = transactions;
    this.batches = batches;
    this.reader = reader;
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
    return within(size)
        .flatMap(
            there ->
                transactions
                    .find(List.of(id))
                    .get(0)
                    .fold(
                        found -> proof(found, size),
                        absent -> Either.left(new ProofRefusal.NoSuchTransaction(id)),
                        bad -> Either.left(new ProofRefusal.Unreadable(bad.id(), bad.fault())),
                        removed -> Either.left(new ProofRefusal.NoSuchTransaction(id))));
  }

  private Either<ProofRefusal, RecordProof> proof(TransactionLookup.Found found, long size) {
    TransactionId id = found.record().id();
    return found.record().state().isDecided()
        ? leaf(id, decider(found), size)
            .flatMap(
                leaf ->
                    found
                        .batch()
                        .map(batch -> ofMember(id, batch, leaf, size))
                        .getOrElse(() -> ofLone(found, leaf, size)))
        : Either.left(new ProofRefusal.Undecided(id));
  }

  private static RecordId decider(TransactionLookup.Found found) {
    return found
        .batch()
        .<RecordId>map((BatchId batch) -> new RecordId.OfBatch(batch))
        .getOrElse(() -> new RecordId.OfTransaction(found.record().id()));
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

  private Either<ProofRefusal, RecordProof> ofLone(
      TransactionLookup.Found found, TreeLeaf leaf, long size) {
    return LeafReader.of(leaf.number(), found.record()) instanceof LeafContent.Lone lone
        ? verified(lone.id().value(), lone.text(), Option.none(), leaf.number(), size)
        : Either.left(new ProofRefusal.Undecided(found.record().id()));
  }

  private Either<ProofRefusal, RecordProof> ofMember(
      TransactionId id, BatchId batch, TreeLeaf leaf, long size) {
    Option<BatchRecord> record = batches.flatMap(there -> there.find(List.of(batch)).get(0).read());
    NumberedRecord numbered = new NumberedRecord(leaf.number(), new RecordId.OfBatch(batch));
    int index = record.map(BatchRecord::members).getOrElse(List.of()).indexOf(id);
    if (index < 0
        || record.get().ofListed(id) instanceof MemberState.LeftOut
        || !(reader.page(List.of(numbered)).content(numbered)
            instanceof LeafContent.OfBatch content)) {
      return Either.left(new ProofRefusal.NotInTheTree(id, size));
    }
    List<Digest> members = content.members(leaf);
    if (members.size() != content.places().size()) {
      return Either.left(new ProofRefusal.Differs(batch.value()));
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
