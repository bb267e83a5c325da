package io.twophase.adapter.mongo.server;

import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Long lists cut into what one command carries, so that the driver need not cut them itself. */
public final class Batches {

  /** The most documents that one command asks for. */
  public static final int READ_AT_ONCE = 1000;

  private Batches() {}

  /** Batches of what is to be read. */
  public static <T> List<List<T>> ofReads(List<T> elements) {
    return of(elements, element -> 0, READ_AT_ONCE, Integer.MAX_VALUE);
  }

  /**
   * Batches of elements that weigh, in bytes, at most what {@code weight} says. One that weighs
   * more than a batch may is a batch of its own.
   */
  static <T> List<List<T>> of(
      List<T> elements, ToIntFunction<T> weight, int maxElements, int maxBytes) {
    List<List<T>> batches = new ArrayList<>(1 + elements.size() / maxElements);
    int from = 0;
    long bytes = 0;
    for (int at = 0; at < elements.size(); at++) {
      long more = weight.applyAsInt(elements.get(at));
      if (at > from && (at - from == maxElements || bytes + more > maxBytes)) {
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

  /** Batches in the elements' order, in none of which two have the same key. */
  public static <T> List<List<T>> unrepeated(List<T> elements, Function<T, Object> key) {
    List<List<T>> batches = new ArrayList<>(1);
    Set<Object> keys = new HashSet<>();
    int from = 0;
    for (int at = 0; at < elements.size(); at++) {
      if (!keys.add(key.apply(elements.get(at)))) {
        batches.add(elements.subList(from, at));
        from = at;
        keys.clear();
        keys.add(key.apply(elements.get(at)));
      }
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
