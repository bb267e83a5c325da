package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.QuorumReads;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Documents in MongoDB collections. What is asked of one collection is sent together. */
public final class MongoDocumentRepository implements DocumentRepository {

  private static final Logger LOG = LoggerFactory.getLogger(MongoDocumentRepository.class);

  private static final BsonDocument HELD =
      new BsonDocument(Names.PENDING + ".0", new BsonDocument("$exists", BsonBoolean.TRUE));

  private static final BsonDocument MARKED =
      new BsonDocument(
          "$or",
          new BsonArray(
              List.of(
                  HELD,
                  new BsonDocument(
                      Names.PLACEHOLDER, new BsonDocument("$exists", BsonBoolean.TRUE)),
                  new BsonDocument(Names.ESCROW, new BsonDocument("$exists", BsonBoolean.TRUE)))));

  /** More than a hold weighs, without what it reserves. */
  private static final int HOLD_BYTES = 4_000;

  private final KnownCollections collections;
  private final CollectionRegistry registry;
  private final Server server;
  private final HoldLimit limit;

  /**
   * The documents of any collection.
   *
   * @param collections in which they are
   * @param registry keeps the names of those that take part
   * @param server on which they all are
   * @param limit how many holds a document may have at a time
   */
  public MongoDocumentRepository(
      KnownCollections collections, CollectionRegistry registry, Server server, HoldLimit limit) {
    this.collections = collections;
    this.registry = registry;
    this.server = server;
    this.limit = limit;
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> documents) {
    return ByCollection.read(
        documents,
        DocumentRef::collection,
        (name, refs) -> {
          Option<String> misnamed = collections.misnamed(name);
          if (misnamed.isDefined()) {
            return misnamed(refs, name + " " + misnamed.get());
          }
          List<DocumentLookup> lookups = new ArrayList<>(refs.size());
          List<Option<Stored>> found = reads(name).find(refs);
          for (int at = 0; at < refs.size(); at++) {
            DocumentRef ref = refs.get(at);
            lookups.add(
                found
                    .get(at)
                    .map(stored -> lookup(ref, stored.document()))
                    .getOrElse(() -> new DocumentLookup.Absent(ref)));
          }
          return lookups;
        });
  }

  private static List<DocumentLookup> misnamed(List<DocumentRef> refs, String fault) {
    return refs.stream()
        .<DocumentLookup>map(ref -> new DocumentLookup.Unreadable(ref, fault))
        .toList();
  }

  private static DocumentLookup lookup(DocumentRef ref, Either<String, Participant> stored) {
    return stored.fold(
        fault -> new DocumentLookup.Unreadable(ref, fault), DocumentLookup.Found::new);
  }

  /** What cannot be read is not written to. */
  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    DocumentLookup seen = find(List.of(document)).get(0);
    return seen.fold(
        found ->
            new QuorumReads(collections.get(document.collection()), server)
                .byId(Values.encode(document.id()))
                .map(
                    stored ->
                        lookup(document, ParticipantCodec.decode(document.collection(), stored)))
                .getOrElse(() -> new DocumentLookup.Absent(document)),
        absent -> absent,
        unreadable -> unreadable);
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(collection, HELD, consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(collection, MARKED, consumer);
  }

  private void scan(
      CollectionName collection, BsonDocument filter, Consumer<DocumentLookup> consumer) {
    new Reads(collections.get(collection), server)
        .all(
            filter,
            document ->
                named(collection, document)
                    .forEach(
                        ref ->
                            consumer.accept(
                                lookup(ref, ParticipantCodec.decode(collection, document)))));
  }

  /** None of a document whose id no operation can name: so no hold on it is one. */
  private static Option<DocumentRef> named(CollectionName collection, BsonDocument document) {
    try {
      return Option.some(ParticipantCodec.ref(collection, document));
    } catch (IllegalArgumentException unnameable) {
      LOG.warn("passed over in a scan: {}", unnameable.getMessage());
      return Option.none();
    }
  }

  @Override
  public List<CollectionName> collections() {
    return registry.all();
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    // what is refused for its collection's name gives that no second name in the registry
    registry.register(
        legs.stream()
            .filter(leg -> collections.misnamed(leg.document().collection()).isEmpty())
            .toList());
    return sent(
        legs,
        DocumentLeg::document,
        MongoDocumentRepository::weight,
        name -> holds(name)::place,
        DocumentHoldOutcome.inDoubt());
  }

  private HoldRounds holds(CollectionName name) {
    return new HoldRounds(
        writes(name),
        reads(name),
        new TakenValues(collections.get(name), server),
        limit,
        server.limits().tellsSizes(),
        () -> collections.traits(name),
        () -> collections.forget(name));
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return matching(
        legs,
        DocumentLeg::document,
        MongoDocumentRepository::weight,
        name ->
            new MatchRounds<>(
                writes(name),
                leg -> List.of(StampWrites.of(leg)),
                leg -> List.of(),
                leg -> confirmed(name, leg)));
  }

  /** Whether the leg's hold is at its epoch: by a count, for a read may be older. */
  private MatchOutcome confirmed(CollectionName name, DocumentLeg leg) {
    return Answer.ofFollowUp(() -> writes(name).update(List.of(StampWrites.confirming(leg))))
        .fold(() -> MatchOutcome.IN_DOUBT, matches -> Matches.outcome(matches.total() > 0));
  }

  /** One that is refused tells that a collection is not as it was at the hold. */
  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    try {
      return matching(
          legs,
          DocumentLeg::document,
          MongoDocumentRepository::weight,
          name ->
              new MatchRounds<>(
                  writes(name),
                  leg -> List.of(SettleWrites.of(leg)),
                  SettleWrites::withoutBounds,
                  leg -> MatchOutcome.MATCHED));
    } catch (StoreException refused) {
      legs.forEach(leg -> collections.forget(leg.document().collection()));
      throw refused;
    }
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> holds) {
    return givingBack(holds, false);
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> holds) {
    return givingBack(holds, true);
  }

  private List<MatchOutcome> givingBack(List<HeldDocument> holds, boolean atItsEpoch) {
    return matching(
        holds,
        HeldDocument::document,
        held -> HOLD_BYTES,
        name ->
            new MatchRounds<>(
                writes(name),
                held ->
                    List.of(
                        GiveBackWrites.placeholder(held, atItsEpoch),
                        GiveBackWrites.whole(held, atItsEpoch)),
                held -> GiveBackWrites.withoutBounds(held, atItsEpoch),
                held -> MatchOutcome.MATCHED));
  }

  private <T> List<MatchOutcome> matching(
      List<T> asked,
      Function<T, DocumentRef> document,
      ToIntFunction<T> weight,
      Function<CollectionName, MatchRounds<T>> rounds) {
    return sent(asked, document, weight, name -> rounds.apply(name)::send, MatchOutcome.IN_DOUBT);
  }

  private <T, R> List<R> sent(
      List<T> asked,
      Function<T, DocumentRef> document,
      ToIntFunction<T> weight,
      Function<CollectionName, Function<List<T>, List<R>>> send,
      R inDoubt) {
    return ByCollection.send(
        asked,
        one -> document.apply(one).collection(),
        (name, of) -> Batches.send(server.limits().batches(of, weight), send.apply(name), inDoubt),
        inDoubt);
  }

  private static int weight(DocumentLeg leg) {
    return Math.toIntExact(
        Math.min(Integer.MAX_VALUE / 2, HOLD_BYTES + OperationSize.of(leg.operation())));
  }

  private Writes writes(CollectionName name) {
    return new Writes(collections.get(name), server);
  }

  private DocumentReads reads(CollectionName name) {
    return new DocumentReads(name, collections.get(name), server);
  }
}
