package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.driver.QuorumReads;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.adapter.mongo.participant.write.ParticipantCodec;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Documents in MongoDB collections. What is asked of one collection is sent together. */
public final class MongoDocumentRepository implements DocumentRepository {

  private static final Logger LOG = LoggerFactory.getLogger(MongoDocumentRepository.class);

  private static final CollectionForm OF_HOSTS = new HostForm();

  private final KnownCollections collections;
  private final CollectionRegistry registry;
  private final Server server;
  private final Option<CollectionForm> ofAccounts;
  private final DocumentParts parts;

  /**
   * The documents of any collection.
   *
   * @param collections in which they are
   * @param registry keeps the names of those that take part
   * @param server on which they all are
   * @param limit how many holds a document may have at a time
   * @param ofAccounts how the accounts are stored, if they are in one of the collections
   */
  public MongoDocumentRepository(
      KnownCollections collections,
      CollectionRegistry registry,
      Server server,
      HoldLimit limit,
      Option<CollectionForm> ofAccounts) {
    this.collections = collections;
    this.registry = registry;
    this.server = server;
    this.ofAccounts = ofAccounts;
    this.parts = new DocumentParts(collections, registry, server, limit, this::form);
  }

  private CollectionForm form(CollectionName name) {
    return ofAccounts.filter(there -> collections.areAccounts(name)).getOrElse(OF_HOSTS);
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
                        lookup(
                            document,
                            form(document.collection()).decode(document.collection(), stored)))
                .getOrElse(() -> new DocumentLookup.Absent(document)),
        absent -> absent,
        unreadable -> unreadable);
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(collection, form(collection).held(), consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(collection, form(collection).marked(), consumer);
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
                                lookup(ref, form(collection).decode(collection, document)))));
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

  /** What is sent for legs, to be sent together with what is on other collections. */
  public DocumentParts parts() {
    return parts;
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    parts.register(legs);
    return sent(
        legs,
        DocumentLeg::document,
        DocumentParts::weight,
        parts::hold,
        DocumentHoldOutcome.inDoubt());
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return sent(
        legs, DocumentLeg::document, DocumentParts::weight, parts::stamp, MatchOutcome.IN_DOUBT);
  }

  /** One that is refused tells that a collection is not as it was at the hold. */
  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    try {
      return sent(
          legs, DocumentLeg::document, DocumentParts::weight, parts::settle, MatchOutcome.IN_DOUBT);
    } catch (StoreException refused) {
      parts.forget(legs);
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
    return sent(
        holds,
        HeldDocument::document,
        DocumentParts::weight,
        (name, of) -> parts.giveBack(name, of, atItsEpoch),
        MatchOutcome.IN_DOUBT);
  }

  private <T, R> List<R> sent(
      List<T> asked,
      Function<T, DocumentRef> document,
      ToIntFunction<T> weight,
      BiFunction<CollectionName, List<T>, Part<R>> part,
      R inDoubt) {
    return ByCollection.send(
        asked,
        one -> document.apply(one).collection(),
        (name, of) ->
            Batches.send(
                server.limits().batches(of, weight),
                batch -> part.apply(name, batch).alone(),
                inDoubt),
        inDoubt);
  }

  private DocumentReads reads(CollectionName name) {
    return new DocumentReads(name, collections.get(name), server, form(name));
  }
}
