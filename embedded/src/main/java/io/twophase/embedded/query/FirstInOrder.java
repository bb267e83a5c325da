package io.twophase.embedded.query;

import de.bwaldvogel.mongo.backend.DocumentComparator;
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

    private final Document fields;
    private final byte[] document;
    private final long place;

    Placed(Document fields, byte[] document, long place) {
      this.fields = fields;
      this.document = document;
      this.place = place;
    }

    Document fields() {
      return fields;
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
  private FirstInOrder(Comparator<Placed> order, int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.order = order;
    this.found = new PriorityQueue<>(order.reversed());
  }

  public static FirstInOrder by(Document orderBy, int most, long mostBytes) {
    return new FirstInOrder(
        Comparator.comparing(Placed::fields, new DocumentComparator(orderBy))
            .thenComparingLong(Placed::place),
        most,
        mostBytes);
  }

  /** The last ones, the last of all first. */
  public static FirstInOrder backwards(int most, long mostBytes) {
    return new FirstInOrder(Comparator.comparingLong(Placed::place).reversed(), most, mostBytes);
  }

  /**
   * One more document.
   *
   * @param fields those of it that the order asks about, at least
   * @throws MongoServerError if what is asked for takes too much memory
   */
  public void offer(Document fields, byte[] document) {
    Placed placed = new Placed(fields, document, places++);
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
