package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of a collection over stored bytes: queries, orders and cursors. Readers take no
 * lock, and each reads copies of its own, so that what they see of one document is the work of
 * whole updates.
 */
abstract class ReadCollection extends AbstractMongoCollection<DocumentKey> {

  /**
   * The bytes that a sort may hold: what MongoDB lets it hold, and an eighth of the heap at most.
   */
  private static final long SORTED_BYTES =
      Math.min(100L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final DocumentMap documents;
  private final LongAdder documentsRead;

  ReadCollection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      CursorRegistry cursors,
      DocumentMap documents,
      LongAdder documentsRead) {
    super(database, name, options, cursors);
    this.documents = documents;
    this.documentsRead = documentsRead;
  }

  /** Returns where the documents are stored. */
  DocumentMap documents() {
    return documents;
  }

  /** Returns whether the documents are found by their ids. */
  final boolean isIdIndexed() {
    return Constants.ID_FIELD.equals(getIdField());
  }

  /**
   * A document where it is stored.
   *
   * @param document the reader's own, to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints one
  record Stored(DocumentKey key, byte[] bytes, Document document) {}

  private Stored read(DocumentKey key, byte[] bytes) {
    documentsRead.increment();
    return new Stored(key, bytes, DocumentMap.decode(bytes));
  }

  /** The documents of these keys that there are. */
  final Stream<Stored> read(Stream<DocumentKey> keys) {
    return keys.flatMap(
        key -> Stream.ofNullable(documents.get(key)).map(bytes -> read(key, bytes)));
  }

  private Stream<Stored> readFrom(@Nullable DocumentKey first) {
    return documents.from(first).map(entry -> read(entry.getKey(), entry.getValue()));
  }

  @Override
  protected boolean documentMatchesQuery(Document document, Document query) {
    return QueryMatch.matches(document, query);
  }

  @Override
  protected @Nullable Document getDocument(DocumentKey position) {
    return read(Stream.of(position)).map(Stored::document).findFirst().orElse(null);
  }

  @Override
  protected Stream<DocumentWithPosition<DocumentKey>> streamAllDocumentsWithPosition() {
    return readFrom(null).map(one -> new DocumentWithPosition<>(one.document(), one.key()));
  }

  /** One after the other, and never all in memory: aggregations begin with this. */
  @Override
  public Stream<Document> queryAllAsStream() {
    return readFrom(null).map(Stored::document);
  }

  /** The documents that a query matches, from a key on and in the order of the keys. */
  final Stream<Stored> matching(Document query, @Nullable DocumentKey from) {
    return lookup(query)
        .map(named -> read(named.keysFrom(from)))
        .orElseGet(() -> candidates(query, from))
        .filter(one -> documentMatchesQuery(one.document(), query));
  }

  /**
   * The only documents that can match, by the ids that the query names, or by a unique index, which
   * is asked for values that are no arrays.
   */
  private Optional<IdLookup> lookup(Document query) {
    Optional<IdLookup> named = isIdIndexed() ? IdLookup.of(query) : Optional.empty();
    return named.or(
        () ->
            getIndexes().stream()
                .filter(index -> index.canHandle(query) && namesValues(index, query))
                .findFirst()
                .map(
                    index ->
                        IdLookup.of(
                            StreamSupport.stream(index.getPositions(query).spliterator(), false))));
  }

  private static boolean namesValues(Index<DocumentKey> index, Document query) {
    return index.getKeys().stream()
        .allMatch(key -> IdLookup.ofId(query.get(key.getKey())).isPresent());
  }

  /** The documents of an index that serves a query, from a key on; else all. */
  private Stream<Stored> candidates(Document query, @Nullable DocumentKey from) {
    for (Index<DocumentKey> index : getIndexes()) {
      if (index instanceof SecondaryIndex partial && partial.serves(query)) {
        return read(partial.keysFrom(from));
      }
    }
    return readFrom(from);
  }

  @Override
  protected QueryResult queryDocuments(
      Document query,
      @Nullable Document orderBy,
      int numberToSkip,
      int limit,
      int batchSize,
      @Nullable Document fieldSelector) {
    return matchDocuments(query, orderBy, numberToSkip, limit, batchSize, fieldSelector);
  }

  @Override
  protected QueryResult matchDocuments(
      Document query,
      @Nullable Document orderBy,
      int numberToSkip,
      int limit,
      int batchSize,
      @Nullable Document fieldSelector) {
    long id = cursorRegistry.generateCursorId();
    UnaryOperator<List<Document>> projection = found -> project(found, fieldSelector);
    boolean isBackwards = isNaturalDescending(orderBy);
    if (orderBy == null || !(isBackwards || needsSorting(orderBy))) {
      return answer(
          new OpenCursors.ScanCursor(id, this, query, numberToSkip, limit, projection), batchSize);
    }
    int most =
        limit > 0
            ? (int) Math.min(Integer.MAX_VALUE, (long) numberToSkip + limit)
            : Integer.MAX_VALUE;
    FirstInOrder first =
        isBackwards
            ? FirstInOrder.backwards(most, SORTED_BYTES)
            : FirstInOrder.by(orderBy, most, SORTED_BYTES);
    matching(query, null).forEachOrdered(one -> first.offer(one.document(), one.bytes()));
    List<byte[]> found = first.inOrder();
    return answer(
        new OpenCursors.HeldCursor(
            id, found.subList(Math.min(numberToSkip, found.size()), found.size()), projection),
        batchSize);
  }

  /** Without a size of batches, all is answered at once. */
  private QueryResult answer(Cursor cursor, int batchSize) {
    List<Document> batch =
        new ArrayList<>(cursor.takeDocuments(batchSize > 0 ? batchSize : Integer.MAX_VALUE));
    while (batchSize <= 0 && !cursor.isEmpty()) {
      batch.addAll(cursor.takeDocuments(Integer.MAX_VALUE));
    }
    if (cursor.isEmpty()) {
      return new QueryResult(batch);
    }
    cursorRegistry.add(cursor);
    return new QueryResult(batch, cursor);
  }

  /** The documents lie in the order of their ids, so that order costs no sorting. */
  private boolean needsSorting(Document orderBy) {
    boolean isById =
        isIdIndexed()
            && orderBy.size() == 1
            && orderBy.get(Constants.ID_FIELD) instanceof Number direction
            && direction.intValue() == 1;
    return !isById && deriveComparator(orderBy) != null;
  }

  /** The fields that a query asks for, of documents that match it. */
  List<Document> project(List<Document> matched, @Nullable Document fieldSelector) {
    return matchDocumentsFromStream(new Document(), matched.stream(), 0, 0, 0, null, fieldSelector)
        .collectDocuments();
  }

  @Override
  public int count() {
    return (int) Math.min(Integer.MAX_VALUE, documents.size());
  }

  /** Counted when it is asked for, which is rare, and not at every update. */
  @Override
  protected int getDataSize() {
    return (int)
        Math.min(Integer.MAX_VALUE, documents.from(null).mapToLong(e -> e.getValue().length).sum());
  }

  @Override
  protected boolean tracksDataSize() {
    return false;
  }

  @Override
  protected void updateDataSize(int sizeDelta) {
    throw new UnsupportedOperationException("the size is not tracked");
  }
}
