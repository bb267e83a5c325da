package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.HomeSetting.StoreHome;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Names;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Marks each database in which a store holds documents with the store's home, so that no other
 * store of the same home holds any there: each would take the other's holds for its own orphans.
 * The mark is {@code { _id: "west:bank.transactions", store: ObjectId("…") }}. A majority has it
 * before the first hold, and it is never removed. Thread-safe.
 *
 * @param marked the databases that have this store's mark, as far as this process knows
 */
public record HomeMarks(StoreHome home, Server server, Set<String> marked) {

  /** The collection of the marks, in each database. */
  public static final String COLLECTION = "twophase_homes";

  /** A server replicates nothing of this database, and waits for no majority there. */
  public static final String UNREPLICATED = "local";

  private static final String STORE = "store";

  /** The marks on one server. */
  public HomeMarks(StoreHome home, Server server) {
    this(home, server, ConcurrentHashMap.newKeySet());
  }

  /**
   * Returns when the database of that collection has the mark; or why the store holds no documents
   * in it, in words that follow the collection's name.
   *
   * @param database must read and write with majority
   * @throws StoreUnavailableException if the server cannot be reached, or does not answer for
   *     certain; no hold may be sent then
   * @throws StoreException if a majority does not confirm it, or the server refuses the login;
   *     likewise
   */
  public Optional<String> refusal(CollectionName name, MongoDatabase database) {
    if (name.collection().equals(COLLECTION)) {
      return Optional.of("is one of the store's own");
    }
    if (database.getName().equals(UNREPLICATED)) {
      return Optional.of("is in a database that is not replicated");
    }
    try {
      if (marked.contains(database.getName()) || isOurs(database)) {
        marked.add(database.getName());
        return Optional.empty();
      }
    } catch (RefusedWriteException refused) {
      return Optional.of("is in a database that takes no mark: " + refused.getMessage());
    }
    return Optional.of(
        ("is in a database where another store has held documents as %s (%s): each"
                + " would take the other's holds for its own. Name the own cluster of one of"
                + " them (MongoStoreSettings.withClusterName)")
            .formatted(home.home(), COLLECTION));
  }

  private boolean isOurs(MongoDatabase database) {
    MongoCollection<BsonDocument> marks = database.getCollection(COLLECTION, BsonDocument.class);
    BsonString id = new BsonString(home.home().name());
    BsonValue store = new BsonObjectId(home.store());
    return switch (new Table(marks, server)
        .insert(List.of(doc(Names.ID, id, STORE, store)))
        .get(0)) {
      case INSERTED -> true;
      // another's may not be on a majority yet
      case KEY_TAKEN ->
          new Reads(marks, server)
              .latest(id)
              .filter(mark -> store.equals(mark.get(STORE)))
              .isPresent();
      case IN_DOUBT ->
          throw new StoreUnavailableException(
              "%s has not confirmed the mark of %s in %s: nothing was held there"
                  .formatted(server.errors().store(), home.home(), marks.getNamespace()));
    };
  }
}
