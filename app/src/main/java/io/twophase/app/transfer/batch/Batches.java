package io.twophase.app.transfer.batch;

import io.twophase.domain.id.TransactionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Cuts a stream of requests into batches, in their order, each made when the iterator is asked for
 * it. No id occurs twice in a batch.
 *
 * @param <T> carries a request
 */
public final class Batches<T extends BatchEntry> implements Iterator<List<T>> {

  private final Iterator<T> entries;
  private final int size;
  private final List<T> next = new ArrayList<>();

  /**
   * Batches of at most {@code size} entries.
   *
   * @throws IllegalArgumentException if {@code size} is below 1
   */
  public Batches(Iterator<T> entries, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("batch size " + size + " is below 1");
    }
    this.entries = entries;
    this.size = size;
  }

  @Override
  public boolean hasNext() {
    return !next.isEmpty() || entries.hasNext();
  }

  @Override
  public List<T> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more transfers");
    }
    List<T> batch = new ArrayList<>(next);
    next.clear();
    Set<TransactionId> ids = new HashSet<>();
    batch.forEach(entry -> ids.add(entry.request().id()));
    while (next.isEmpty() && batch.size() < size && entries.hasNext()) {
      T entry = entries.next();
      (ids.add(entry.request().id()) ? batch : next).add(entry);
    }
    return batch;
  }
}
