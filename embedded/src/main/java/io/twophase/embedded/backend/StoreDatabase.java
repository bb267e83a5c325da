package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.IndexNotFoundException;
import de.bwaldvogel.mongo.exception.InvalidNamespaceError;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database whose collections, and the lists of them and of their indexes, are in the store. */
final class StoreDatabase extends AbstractSynchronizedMongoDatabase<DocumentKey> {

  private final DocumentStore store;

  /** The index that is being made. */
  private Document described = new Document();

  StoreDatabase(String name, DocumentStore store, CursorRegistry cursors) {
    super(name, cursors);
    this.store = store;
    initializeNamespacesAndIndexes();
  }

  @Override
  public Document handleCommand(
      Channel channel, String command, Document query, DatabaseResolver resolver, Oplog oplog) {
    if (command.equalsIgnoreCase("dropIndexes")) {
      dropIndexes(String.valueOf(query.get(command)), query.get("index"));
      return new Document("ok", 1.0);
    }
    if (command.equalsIgnoreCase("aggregate")) {
      Document answer = matched(query, resolver, oplog);
      return answer == null
          ? super.handleCommand(channel, command, query, resolver, oplog)
          : answer;
    }
    if (!BulkWrite.is(command)) {
      return super.handleCommand(channel, command, query, resolver, oplog);
    }
    String name = String.valueOf(query.get(command));
    if (name.startsWith("system.")) {
      throw new InvalidNamespaceError(getFullCollectionNamespace(name));
    }
    return BulkWrite.run(
        command, query, write -> super.handleCommand(channel, command, write, resolver, oplog));
  }

  /** The library's first match has rules of its own, and reads the whole collection. */
  private @Nullable Document matched(Document query, DatabaseResolver resolver, Oplog oplog) {
    List<Document> stages = Aggregation.parse(query.get("pipeline"));
    MongoCollection<?> collection =
        resolveCollection(String.valueOf(query.get("aggregate")), false);
    if (collection == null
        || stages.isEmpty()
        || stages.get(0).size() > 1
        || !(stages.get(0).get("$match") instanceof Document match)) {
      return null;
    }
    Aggregation rest =
        Aggregation.fromPipeline(
            stages.subList(1, stages.size()), resolver, this, collection, oplog);
    rest.validate(query);
    Document cursor =
        new Document("id", 0L)
            .append("ns", collection.getFullName())
            .append("firstBatch", rest.runStages(collection.handleQueryAsStream(match)));
    return new Document("cursor", cursor).append("ok", 1.0);
  }

  @Override
  protected MongoCollection<DocumentKey> openOrCreateCollection(
      String collectionName, CollectionOptions options) {
    DocumentMap documents = store.map(getFullCollectionNamespace(collectionName));
    return new StoreCollection(
        this, collectionName, options, cursorRegistry, documents, store.documentsRead());
  }

  /** A collection comes into being as a whole: a kill never leaves one without its indexes. */
  @Override
  protected synchronized MongoCollection<DocumentKey> resolveOrCreateCollection(String name) {
    MongoCollection<DocumentKey> existing = resolveCollection(name, false);
    return existing != null
        ? existing
        : store.storage().atomically(() -> super.resolveOrCreateCollection(name));
  }

  @Override
  protected Index<DocumentKey> openOrCreateUniqueIndex(
      String collectionName, String indexName, List<IndexKey> keys, boolean sparse) {
    if (indexName.equals(Constants.PRIMARY_KEY_INDEX_NAME)) {
      return new IdIndex(store.map(getFullCollectionNamespace(collectionName)));
    }
    return new UniqueIndex(indexName, keys, sparse, entries(collectionName, indexName));
  }

  @Override
  protected Index<DocumentKey> openOrCreateSecondaryIndex(
      String collectionName, String indexName, List<IndexKey> keys, boolean sparse) {
    return new SecondaryIndex(
        indexName,
        keys,
        filter(getFullCollectionNamespace(collectionName), indexName),
        entries(collectionName, indexName));
  }

  private DocumentMap entries(String collection, String index) {
    return store.map(UniqueIndex.storedAs(getFullCollectionNamespace(collection), index));
  }

  /** Returns the filter of an index that is being made, or else of one that is stored. */
  private Document filter(String collection, String index) {
    Document named = new Document("ns", collection).append("name", index);
    Document description =
        described.entrySet().containsAll(named.entrySet())
            ? described
            : Objects.requireNonNull(indexes.get()).handleQuery(named).iterator().next();
    return (Document) description.getOrDefault("partialFilterExpression", new Document());
  }

  /** The library makes a collection first where there is none, and the index of its ids. */
  @Override
  protected synchronized void addIndex(Document description) {
    Document outer = described;
    described = description;
    try {
      super.addIndex(description);
    } finally {
      described = outer;
    }
  }

  /** The library would strike those of the name, or all, off the list of every collection. */
  private void dropIndexes(String collectionName, @Nullable Object asked) {
    MongoCollection<DocumentKey> collection = resolveCollection(collectionName, false);
    if (collection == null) {
      return;
    }
    Document listed = new Document("ns", collection.getFullName());
    MongoCollection<?> list = Objects.requireNonNull(indexes.get());
    List<Object> names =
        list.handleQueryAsStream(listed)
            .filter(
                index ->
                    "*".equals(asked)
                        || Objects.equals(index.get("name"), asked)
                        || ExactValues.areEqual(index.get("key"), asked))
            .map(index -> index.get("name"))
            .filter(name -> !name.equals(Constants.PRIMARY_KEY_INDEX_NAME))
            .toList();
    if (names.isEmpty() && !"*".equals(asked)) {
      throw new IndexNotFoundException("index not found with name [" + asked + "]");
    }
    for (Object name : names) {
      collection.dropIndex(String.valueOf(name));
      list.deleteDocuments(listed.clone().append("name", name), 0);
    }
  }

  @Override
  public void dropCollection(String collectionName, Oplog oplog) {
    StoreCollection dropped = (StoreCollection) resolveCollection(collectionName, true);
    super.dropCollection(collectionName, oplog);
    dropped.documents().drop();
  }

  @Override
  public void moveCollection(
      MongoDatabase oldDatabase, MongoCollection<?> collection, String newCollectionName) {
    StoreCollection moved = (StoreCollection) collection;
    String oldName = moved.getFullName();
    super.moveCollection(oldDatabase, moved, newCollectionName);
    String newName = moved.getFullName();
    moved.documents().rename(newName);
    for (Index<DocumentKey> index : moved.getIndexes()) {
      store
          .map(UniqueIndex.storedAs(oldName, index.getName()))
          .rename(UniqueIndex.storedAs(newName, index.getName()));
    }
  }

  @Override
  protected long getStorageSize() {
    return store.storage().bytes();
  }

  @Override
  protected long getFileSize() {
    return store.storage().bytes();
  }
}
