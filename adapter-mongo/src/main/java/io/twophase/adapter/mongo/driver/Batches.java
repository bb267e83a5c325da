package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Long lists cut into what one command carries, so that the driver need not cut them itself. */
public final class Batches {

  /** The most writes in a command: as many as the smallest server takes. */
  public static final int MAX_ELEMENTS = 1000;

  /** The most that a command's documents weigh: far below any server's 48 million bytes. */
  static final int MAX_BYTES = 12_000_000;

  private Batches() {}

  /** Batches of elements that are small. */
  public static <T> List<List<T>> of(List<T> elements) {
    return of(elements, element -> 0);
  }

  /** Batches of elements that weigh, in bytes, at most what {@code weight} says. */
  public static <T> List<List<T>> of(List<T> elements, ToIntFunction<T> weight) {
    List<List<T>> batches = new ArrayList<>(1 + elements.size() / MAX_ELEMENTS);
    int from = 0;
    long bytes = 0;
    for (int at = 0; at < elements.size(); at++) {
      long more = weight.applyAsInt(elements.get(at));
      if (at > from && (at - from == MAX_ELEMENTS || bytes + more > MAX_BYTES)) {
        batches.add(elements.subList(from, at));
        from = at;
        bytes = 0;
      }
      bytes += more;
    }
    if (from < elements.size()) {
      batches.add(elements.subList(from, elements.size()));
    }
    return batches;
  }

  /**
   * Sends batch after batch until an element of one is in doubt: the later ones are not sent, and
   * are in doubt too.
   *
   * @throws StoreUnavailableException if not even the first batch was sent
   */
  public static <T, R> List<R> send(
      List<List<T>> batches, Function<List<T>, List<R>> send, R inDoubt) {
    List<R> answers = new ArrayList<>();
    boolean cut = false;
    for (List<T> batch : batches) {
      List<R> answered = cut ? all(batch, inDoubt) : sent(batch, send, inDoubt, answers.isEmpty());
      cut = cut || answered.contains(inDoubt);
      answers.addAll(answered);
    }
    return answers;
  }

  private static <T, R> List<R> sent(
      List<T> batch, Function<List<T>, List<R>> send, R inDoubt, boolean first) {
    try {
      return send.apply(batch);
    } catch (StoreUnavailableException unavailable) {
      if (first) {
        throw unavailable;
      }
      return all(batch, inDoubt);
    }
  }

  /** The same answer for every element. */
  public static <R> List<R> all(List<?> elements, R answer) {
    return Collections.nCopies(elements.size(), answer);
  }
}
