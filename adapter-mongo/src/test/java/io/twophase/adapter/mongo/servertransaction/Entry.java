package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An entry of a unique index, of which there is one at most. Two writers that are open at the same
 * time never have the same one. A document is known by its entry in the index on {@code _id}.
 *
 * @param collection its whole name
 * @param index the name of the index
 */
record Entry(String collection, String index, KeyValue value) {

  /** All of some documents. */
  static Set<Entry> of(MongoCollection<?> collection, Stream<Document> documents) {
    return documents.flatMap(document -> of(collection, document)).collect(Collectors.toSet());
  }

  private static Stream<Entry> of(MongoCollection<?> collection, Document document) {
    return collection.getIndexes().stream()
        .filter(AbstractUniqueIndex.class::isInstance)
        .map(index -> (AbstractUniqueIndex<?>) index)
        .flatMap(
            index ->
                index.getKeyValues(document).stream()
                    .map(value -> new Entry(collection.getFullName(), index.getName(), value)));
  }
}
