package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Names;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/**
 * The names of all collections whose documents have ever been asked for a hold, so that a sweep
 * knows where to look. A name is stored, and confirmed by a majority, before the first hold is sent
 * to its collection; it is never removed. A collection of which nothing can be read, such as one in
 * a database that the login does not reach, gets no hold and is not stored: no sweep could read it
 * either.
 */
public record CollectionRegistry(Table table) {

  /** Returns whether a majority has stored the name. */
  boolean has(CollectionName name) {
    return table.reads().latest(doc(name)).isPresent();
  }

  /** Returns when a majority has stored the name. */
  void add(CollectionName name) {
    BsonDocument id = doc(name);
    boolean confirmed =
        switch (table.insert(List.of(doc(Names.ID, id))).get(0)) {
          case INSERTED -> true;
          // another's may not be on a majority yet
          case KEY_TAKEN -> table.reads().latest(id).isPresent();
          case IN_DOUBT -> false;
        };
    if (!confirmed) {
      throw new StoreUnavailableException(
          ("%s has not confirmed that collection %s takes part in transactions: nothing"
                  + " was held there")
              .formatted(table.server().errors().store(), name));
    }
  }

  /**
   * All of them, in their order.
   *
   * @throws StoreException if they cannot be read, or one of them is no name
   */
  List<CollectionName> all() {
    List<CollectionName> all = new ArrayList<>();
    table.reads().all(document -> all.add(decoded(document)));
    all.sort(null);
    return all;
  }

  private CollectionName decoded(BsonDocument document) {
    try {
      return Fields.of(document).document(Names.ID).collection();
    } catch (RuntimeException noName) {
      throw new StoreException(
          table.collection().getNamespace()
              + ": "
              + document.get(Names.ID)
              + " names no collection",
          noName);
    }
  }
}
