package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The first documents of many in an order: no more of them are held at a time than are asked for,
 * each as its bytes, and each is read once. A sort that would take too much memory is refused, as
 * on MongoDB.
 */
final class FirstInOrder {

  private static final int TOO_MUCH_MEMORY = 292;

  /** About what is held of a document besides its bytes. */
  private static final int BESIDES = 500;

  /**
   * A document, the values by which it is compared, found once, and its place among all: of those
   * that the order calls equal the earlier is first.
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints one
  private record Placed(List<Object> values, byte[] document, long place) {

    long weight() {
      return (long) document.length + BESIDES;
    }
  }

  private static final Comparator<Placed> BY_PLACE = Comparator.comparingLong(one -> one.place);

  /** The order of the values at each path. */
  private final Map<String, Comparator<@Nullable Object>> orders;

  private final int most;
  private final long mostBytes;
  private final Comparator<Placed> order;

  /** The last in the order is at the head. */
  private final PriorityQueue<Placed> found;

  private long bytes;
  private long places;

  private FirstInOrder(
      Map<String, Comparator<@Nullable Object>> orders,
      Comparator<Placed> order,
      int most,
      long mostBytes) {
    this.orders = orders;
    this.most = most;
    this.mostBytes = mostBytes;
    this.order = order;
    this.found = new PriorityQueue<>(order.reversed());
  }

  /**
   * The first ones in an order, the first of all first.
   *
   * @param orderBy fields with 1 or -1, as {@code sort} has them
   * @param most so many documents are asked for
   * @param mostBytes so many bytes may be held
   */
  static FirstInOrder by(Document orderBy, int most, long mostBytes) {
    Map<String, Comparator<@Nullable Object>> orders = new LinkedHashMap<>();
    List<Comparator<Placed>> order = new ArrayList<>();
    for (Entry<String, Object> by : orderBy.entrySet()) {
      int at = orders.size();
      boolean isUpwards = ((Number) by.getValue()).intValue() > 0;
      Comparator<@Nullable Object> ofValues = ExactValues::compare;
      orders.put(by.getKey(), isUpwards ? ofValues : ofValues.reversed());
      order.add(Comparator.comparing(one -> one.values.get(at), orders.get(by.getKey())));
    }
    order.add(BY_PLACE);
    Comparator<Placed> all = order.stream().reduce(Comparator::thenComparing).orElseThrow();
    return new FirstInOrder(orders, all, most, mostBytes);
  }

  /** The last ones, the last of all first. */
  static FirstInOrder backwards(int most, long mostBytes) {
    return new FirstInOrder(Map.of(), BY_PLACE.reversed(), most, mostBytes);
  }

  /**
   * One more document.
   *
   * @param encoded its bytes
   * @throws MongoServerError if what is asked for takes too much memory
   */
  void offer(Document document, byte[] encoded) {
    List<Object> values = new ArrayList<>();
    orders.forEach((path, order) -> values.add(QueryMatch.first(document, path, order)));
    Placed placed = new Placed(values, encoded, places++);
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
  List<byte[]> inOrder() {
    List<Placed> sorted = new ArrayList<>(found);
    sorted.sort(order);
    return sorted.stream().map(one -> one.document).toList();
  }
}
