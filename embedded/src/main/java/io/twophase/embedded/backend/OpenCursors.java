package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.exception.CursorNotFoundException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

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

  @Override
  public synchronized void add(Cursor cursor) {
    put(cursor);
    removeTooMany();
  }

  private void put(Cursor cursor) {
    Used used = new Used(cursor, nanoTime.getAsLong());
    Used before = cursors.put(cursor.getId(), used);
    bytes += used.bytes() - (before == null ? 0 : before.bytes());
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
    put(used.cursor());
    removeTooMany();
    return used.cursor();
  }

  @Override
  public synchronized boolean remove(long id) {
    Used removed = cursors.remove(id);
    bytes -= removed == null ? 0 : removed.bytes();
    return removed != null;
  }

  @Override
  public boolean remove(Cursor cursor) {
    return remove(cursor.getId());
  }

  @Override
  public synchronized int size() {
    return cursors.size();
  }

  /** Returns what the answers hold that lie in memory. */
  synchronized long bytes() {
    return bytes;
  }
}
