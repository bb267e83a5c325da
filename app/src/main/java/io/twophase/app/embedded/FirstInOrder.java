package io.twophase.app.embedded;

import de.bwaldvogel.mongo.backend.DocumentComparator;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * The first documents of many in an order, as a sort with a limit asks for: no more of them are
 * held at a time than are asked for, and each is read once.
 */
final class FirstInOrder {

  /**
   * A document and its place among all: of those that the order calls equal the earlier is first.
   */
  private record Placed(Document document, long place) {}

  private final int most;
  private final Comparator<Placed> order;

  /** The last in the order is at the head. */
  private final PriorityQueue<Placed> found;

  private long places;

  private FirstInOrder(Document orderBy, int most) {
    this.most = most;
    this.order =
        Comparator.comparing(Placed::document, new DocumentComparator(orderBy))
            .thenComparingLong(Placed::place);
    this.found = new PriorityQueue<>(order.reversed());
  }

  /** At most so many of the documents, the first ones of the order, in order. */
  static List<Document> of(Stream<Document> documents, Document orderBy, int most) {
    FirstInOrder first = new FirstInOrder(orderBy, most);
    documents.forEachOrdered(first::offer);
    return first.inOrder();
  }

  private void offer(Document document) {
    Placed placed = new Placed(document, places++);
    if (found.size() < most) {
      found.add(placed);
    } else if (order.compare(placed, found.element()) < 0) {
      found.remove();
      found.add(placed);
    }
  }

  private List<Document> inOrder() {
    List<Placed> sorted = new ArrayList<>(found);
    sorted.sort(order);
    return sorted.stream().map(Placed::document).toList();
  }
}
