package io.twophase.embedded.document;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first documents of many in an order: no more of them are held at a time than are asked for,
 * each as its bytes, and each is read once. What would take too much memory is refused, as on
 * MongoDB.
 */
public final class FirstInOrder {

  private static final int TOO_MUCH_MEMORY = 292;

  /** About what is held of a document besides its bytes. */
  private static final int BESIDES = 500;

  /**
   * A document and its place among all: of those that the order calls equal the earlier is first.
   */
  private static final class Placed {

    private final Object[] values;
    private final byte[] document;
    private final long place;

    Placed(Object[] values, byte[] document, long place) {
      this.values = values;
      this.document = document;
      this.place = place;
    }

    Object[] values() {
      return values;
    }

    byte[] document() {
      return document;
    }

    long place() {
      return place;
    }

    long weight() {
      return (long) document.length + BESIDES;
    }
  }

  private static final Comparator<Placed> BY_PLACE = Comparator.comparingLong(Placed::place);

  private final SortKeys keys;
  private final int most;
  private final long mostBytes;
  private final Comparator<Placed> order;

  /** The last in the order is at the head. */
  private final PriorityQueue<Placed> found;

  private long bytes;
  private long places;

  /**
   * @param most so many documents are asked for
   * @param mostBytes so many bytes may be held
   */
  private FirstInOrder(SortKeys keys, Comparator<Placed> order, int most, long mostBytes) {
    this.keys = keys;
    this.most = most;
    this.mostBytes = mostBytes;
    this.order = order;
    this.found = new PriorityQueue<>(order.reversed());
  }

  /**
   * The first ones in an order, the first of all first.
   *
   * @param orderBy fields with 1 or -1, as {@code sort} has them
   */
  public static FirstInOrder by(Document orderBy, int most, long mostBytes) {
    SortKeys keys = new SortKeys(orderBy);
    return new FirstInOrder(
        keys,
        Comparator.comparing(Placed::values, keys::compare).thenComparing(BY_PLACE),
        most,
        mostBytes);
  }

  /** The last ones, the last of all first. */
  public static FirstInOrder backwards(int most, long mostBytes) {
    return new FirstInOrder(new SortKeys(new Document()), BY_PLACE.reversed(), most, mostBytes);
  }

  /**
   * One more document.
   *
   * @param fields those of it that the order asks about, at least
   * @throws MongoServerError if what is asked for takes too much memory
   */
  public void offer(Document fields, byte[] document) {
    Placed placed = new Placed(keys.of(fields), document, places++);
    if (found.size() < most) {
      add(placed);
    } else if (order.compare(placed, found.element()) < 0) {
      bytes -= found.remove().weight();
      add(placed);
    }
  }

  private void add(Placed placed) {
    bytes += placed.weight();
    if (bytes > mostBytes) {
      throw new MongoServerError(
          TOO_MUCH_MEMORY,
          "QueryExceededMemoryLimitNoDiskUseAllowed",
          "Sort exceeded memory limit of "
              + mostBytes
              + " bytes, and this server sorts in memory only: ask for fewer documents by a limit");
    }
    found.add(placed);
  }

  /** The stored documents, in order. */
  public List<byte[]> inOrder() {
    List<Placed> sorted = new ArrayList<>(found);
    sorted.sort(order);
    return sorted.stream().map(Placed::document).toList();
  }
}
