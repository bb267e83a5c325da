package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An entry of a unique index, of which there is one at most. Two writers that are open at the same
 * time never have the same one. A document is known by its entry in the index on {@code _id}.
 *
 * @param database of the collection
 * @param collection its name in the database
 * @param index the name of the index
 */
record Entry(String database, String collection, String index, KeyValue value) {

  private static final String ID = "_id";
  private static final String ID_INDEX = "_id_";

  /** Of the document with this id, whether it is there or not. */
  static Entry ofId(MongoCollection<?> collection, Object id) {
    return indexes(collection).stream()
        .filter(index -> index.getName().equals(ID_INDEX))
        .flatMap(index -> of(collection, index, new Document(ID, id)).stream())
        .findAny()
        .orElseThrow();
  }

  /** All of a document. */
  static Set<Entry> of(MongoCollection<?> collection, Document document) {
    return indexes(collection).stream()
        .flatMap(index -> of(collection, index, document).stream())
        .collect(Collectors.toSet());
  }

  /** Whether a collection has a unique index beside the one on {@code _id}. */
  static boolean areOfSeveralIndexes(MongoCollection<?> collection) {
    return indexes(collection).size() > 1;
  }

  private static Set<Entry> of(
      MongoCollection<?> collection, AbstractUniqueIndex<?> index, Document document) {
    return index.getKeyValues(document).stream()
        .map(
            value ->
                new Entry(
                    collection.getDatabaseName(),
                    collection.getCollectionName(),
                    index.getName(),
                    value))
        .collect(Collectors.toSet());
  }

  private static List<? extends AbstractUniqueIndex<?>> indexes(MongoCollection<?> collection) {
    return collection.getIndexes().stream()
        .filter(AbstractUniqueIndex.class::isInstance)
        .map(index -> (AbstractUniqueIndex<?>) index)
        .toList();
  }
}
