package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.domain.document.Names;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the server says of collections: its entry in the list, its indexes and, where a router
 * leads to shards, by which key it is spread over them.
 *
 * @param sharded the list of the sharded collections, at a router
 * @param limit how long one look may take; zero is without a limit
 * @param unchecked the trusted collections of which it was logged that their keys cannot be read
 */
public record Inspector(
    Optional<MongoCollection<BsonDocument>> sharded,
    DriverErrors errors,
    Duration limit,
    Set<MongoNamespace> unchecked) {

  private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);

  /**
   * Returns the inspector of the {@code server} that {@code client} talks to, and that has answered
   * {@code hello}.
   */
  public static Inspector of(MongoClient client, Hello hello, Server server) {
    return new Inspector(
        (hello.isRouter()
            ? Optional.of(
                client
                    .getDatabase("config")
                    .getCollection("collections", BsonDocument.class)
                    .withReadConcern(ReadConcern.MAJORITY))
            : Optional.empty()),
        server.errors(),
        server.operationLimit(),
        ConcurrentHashMap.newKeySet());
  }

  /**
   * Returns what matters of a host's collection; none if it is not there. If the login may not read
   * by which key it is sharded, then only one that is trusted takes part.
   *
   * @throws MongoException if the server does not say
   */
  Optional<CollectionTraits> traits(MongoDatabase database, String name, boolean trusted) {
    return limited(
        () ->
            entries(database, List.of(name)).stream()
                .findFirst()
                .map(entry -> traits(database, entry, trusted)));
  }

  private <T> T limited(Supplier<T> look) {
    return limit.isZero() ? look.get() : ThreadLimit.SHARED.within(limit, look);
  }

  private CollectionTraits traits(MongoDatabase database, BsonDocument entry, boolean trusted) {
    MongoNamespace namespace =
        new MongoNamespace(database.getName(), entry.getString("name").getValue());
    List<BsonDocument> indexes = indexes(database, entry);
    Optional<BsonDocument> key = Optional.empty();
    Optional<String> closed = Optional.empty();
    try {
      key = shardKey(namespace);
    } catch (MongoException failed) {
      if (DriverErrors.ofWrite(failed) != DriverErrors.Verdict.REFUSED) {
        throw failed;
      }
      closed = closed(namespace, trusted, failed);
    }
    Optional<String> why = closed;
    return Inspection.of(entry, indexes, key, trusted).unless(() -> why);
  }

  private Optional<String> closed(
      MongoNamespace namespace, boolean trusted, MongoException failed) {
    StoreException refusal = errors.ofRead("say by which key " + namespace + " is sharded", failed);
    if (trusted && unchecked.add(namespace)) {
      LOG.warn(
          "{} is trusted, and used without a look at its shard key: the login lacks find on"
              + " config.collections, so nothing checks that it is not sharded by another field"
              + " than _id: {}",
          namespace,
          refusal.getMessage());
    }
    return !trusted
        ? Optional.of(
            "may be sharded by another field than _id, which the login may not see: grant it find"
                + " on config.collections, or trust the collection (withTrustedCollections): "
                + refusal.getMessage())
        : Optional.empty();
  }

  /**
   * Refuses to use collections of the store's own that do not keep what is stored, or that take one
   * id for another. The inspector skips a collection that the login has no right to read.
   *
   * @param expiring of each of them, the field by whose age the server may remove documents
   * @throws StoreException if one of them is such a collection
   */
  public void requireFit(MongoDatabase database, Map<String, Optional<String>> expiring) {
    limited(
        () -> {
          look(database, expiring);
          return true;
        });
  }

  private void look(MongoDatabase database, Map<String, Optional<String>> expiring) {
    for (BsonDocument entry :
        ifPermitted(() -> entries(database, expiring.keySet()), List.<BsonDocument>of())) {
      String name = entry.getString("name").getValue();
      MongoNamespace namespace = new MongoNamespace(database.getName(), name);
      Inspection.unfitAsOwn(
              entry,
              ifPermitted(() -> indexes(database, entry), List.of()),
              ifPermitted(() -> shardKey(namespace), Optional.empty()),
              Objects.requireNonNull(expiring.get(name)))
          .ifPresent(
              why -> {
                throw new StoreException(
                    errors.store() + " is not used: the collection " + namespace + " " + why);
              });
    }
  }

  private <T> T ifPermitted(Supplier<T> look, T otherwise) {
    try {
      return look.get();
    } catch (MongoException failed) {
      if (DriverErrors.ofWrite(failed) != DriverErrors.Verdict.REFUSED) {
        throw errors.ofRead("say what the store's collections are like", failed);
      }
      LOG.info("the store's collections are used as they are: {}", failed.toString());
      return otherwise;
    }
  }

  /** The listed entries of these collections; a server that knows no filter lists all, in pages. */
  public static List<BsonDocument> entries(MongoDatabase database, Collection<String> names) {
    BsonArray named = new BsonArray(names.stream().map(BsonString::new).toList());
    List<BsonDocument> listed =
        ThreadLimit.on(database)
            .listCollections(BsonDocument.class)
            .filter(doc("name", doc("$in", named)))
            .into(new ArrayList<>());
    listed.removeIf(entry -> !names.contains(entry.getString("name").getValue()));
    return listed;
  }

  private static List<BsonDocument> indexes(MongoDatabase database, BsonDocument entry) {
    return Inspection.isCollection(entry)
        ? ThreadLimit.on(database)
            .getCollection(entry.getString("name").getValue())
            .listIndexes(BsonDocument.class)
            .into(new ArrayList<>())
        : List.of();
  }

  /** The key of a collection that is spread over shards; none if one shard has all of it. */
  private Optional<BsonDocument> shardKey(MongoNamespace namespace) {
    return sharded
        .flatMap(
            all ->
                Optional.ofNullable(
                    ThreadLimit.on(all).find(doc(Names.ID, namespace.getFullName())).first()))
        .filter(entry -> !BsonBoolean.TRUE.equals(entry.get("dropped")))
        .filter(entry -> !BsonBoolean.TRUE.equals(entry.get("unsplittable")))
        .filter(entry -> entry.isDocument("key"))
        .map(entry -> entry.getDocument("key"));
  }
}
