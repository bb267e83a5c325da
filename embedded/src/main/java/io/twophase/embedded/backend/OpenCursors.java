package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.CursorNotFoundException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The answers that clients have not fetched to the end. There are only so many, and they hold only
 * so much: those that nobody has used for the longest time go first. One that nobody has used for
 * ten minutes goes in any case, as on MongoDB. A client that comes back to one that is gone is told
 * so, by code 43.
 */
final class OpenCursors extends CursorRegistry {

  /**
   * The number of cursors that may be open, and the bytes that they may hold.
   *
   * @param cursors of all clients
   * @param bytes of documents, of all cursors together; a single one may hold more
   * @param idle how long one is kept that nobody uses
   */
  record Limits(int cursors, long bytes, Duration idle) {

    /** An eighth of the heap at most. */
    static Limits usual() {
      return new Limits(10_000, Runtime.getRuntime().maxMemory() / 8, Duration.ofMinutes(10));
    }
  }

  private record Used(Cursor cursor, long at) {
    long bytes() {
      return cursor instanceof HeldCursor held ? held.bytes() : 0;
    }
  }

  private final Limits limits;
  private final LongSupplier nanoTime;

  /** The one that was not used for the longest time comes first. */
  private final Map<Long, Used> cursors = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  /**
   * @param nanoTime what {@link System#nanoTime} tells
   */
  OpenCursors(Limits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /** Draws numbers, since a client may ask for one of an earlier start of this server. */
  @Override
  public long generateCursorId() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  @Override
  public synchronized void add(Cursor cursor) {
    Used used = new Used(cursor, nanoTime.getAsLong());
    Used before = cursors.put(cursor.getId(), used);
    bytes += used.bytes() - (before == null ? 0 : before.bytes());
    removeTooMany();
  }

  /** The newest stays, whatever it holds: somebody is about to ask for it. */
  private void removeTooMany() {
    Iterator<Used> eldest = cursors.values().iterator();
    while (cursors.size() > 1) {
      Used next = eldest.next();
      boolean idle = nanoTime.getAsLong() - next.at() > limits.idle().toNanos();
      if (!idle && cursors.size() <= limits.cursors() && bytes <= limits.bytes()) {
        return;
      }
      eldest.remove();
      bytes -= next.bytes();
    }
  }

  @Override
  public synchronized Cursor getCursor(long id) {
    Used used = cursors.get(id);
    if (used == null) {
      throw new CursorNotFoundException(id);
    }
    add(used.cursor());
    return used.cursor();
  }

  @Override
  public synchronized boolean remove(long id) {
    Used removed = cursors.remove(id);
    bytes -= removed == null ? 0 : removed.bytes();
    return removed != null;
  }

  @Override
  public synchronized int size() {
    return cursors.size();
  }

  /** Returns what the answers hold that lie in memory. */
  synchronized long bytes() {
    return bytes;
  }

  /** The rest of a sorted answer, which is held in memory, as bytes. */
  static final class HeldCursor extends AbstractCursor {

    private final Queue<byte[]> documents;
    private final UnaryOperator<List<Document>> projection;
    private final long bytes;

    /**
     * @param projection what is answered of documents that are held
     */
    HeldCursor(long id, List<byte[]> documents, UnaryOperator<List<Document>> projection) {
      super(id);
      this.documents = new ArrayDeque<>(documents);
      this.projection = projection;
      this.bytes = documents.stream().mapToLong(document -> document.length).sum();
    }

    /** Returns what it held at first. */
    long bytes() {
      return bytes;
    }

    @Override
    public synchronized boolean isEmpty() {
      return documents.isEmpty();
    }

    @Override
    public synchronized List<Document> takeDocuments(int most) {
      List<Document> taken = new ArrayList<>();
      long size = 0;
      while (taken.size() < most && size <= ScanCursor.BATCH_BYTES && !documents.isEmpty()) {
        byte[] document = documents.remove();
        size += document.length;
        taken.add(DocumentMap.decode(document));
      }
      return projection.apply(taken);
    }
  }

  /**
   * A query's answer, read from the collection batch by batch in the order of the keys. Between two
   * batches it holds one key and nothing else, so an answer of any size, or one that nobody fetches
   * to the end, costs no memory. Each document is answered at most once; one that changes
   * meanwhile, as it was before or after.
   */
  static final class ScanCursor extends AbstractCursor {

    /**
     * The driver refuses a reply above 48 million bytes; MongoDB ends a batch at 16 million too.
     */
    static final int BATCH_BYTES = 16_000_000;

    private final ReadCollection collection;
    private final Document query;
    private final int toSkip;
    private final UnaryOperator<List<Document>> projection;
    private int left;
    private @Nullable DocumentKey next;
    private boolean atEnd;

    ScanCursor(
        long id,
        ReadCollection collection,
        Document query,
        int numberToSkip,
        int limit,
        UnaryOperator<List<Document>> projection) {
      super(id);
      this.collection = collection;
      this.query = query;
      this.projection = projection;
      this.toSkip = numberToSkip;
      this.left = limit > 0 ? limit : Integer.MAX_VALUE;
    }

    @Override
    public synchronized boolean isEmpty() {
      return atEnd;
    }

    @Override
    public synchronized List<Document> takeDocuments(int numberToReturn) {
      List<Document> matched = new ArrayList<>();
      long bytes = 0;
      Iterator<ReadCollection.Stored> rest =
          collection.matching(query, next).skip(next == null ? toSkip : 0).iterator();
      while (left > 0 && rest.hasNext()) {
        ReadCollection.Stored one = rest.next();
        if (matched.size() == numberToReturn || bytes > BATCH_BYTES) {
          next = one.key();
          return projection.apply(matched);
        }
        matched.add(one.document());
        bytes += one.bytes().length;
        left--;
      }
      atEnd = true;
      return projection.apply(matched);
    }
  }
}
