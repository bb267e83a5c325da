package io.twophase.adapter.mongo.call;

import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Asks each collection, or each cluster, for what concerns it, and answers in the order asked.
 *
 * @param <K> names a collection or a cluster
 * @param <T> what is asked
 * @param <R> what is answered
 */
public final class ByCollection<K, T, R> {

  private final List<T> asked;
  private final Map<K, List<Integer>> places = new LinkedHashMap<>();
  private final Map<Integer, R> answers = new HashMap<>();

  private ByCollection(List<T> asked, Function<T, K> collection) {
    this.asked = asked;
    for (int at = 0; at < asked.size(); at++) {
      places.computeIfAbsent(collection.apply(asked.get(at)), name -> new ArrayList<>()).add(at);
    }
  }

  /** Reads from each collection. */
  public static <K, T, R> List<R> read(
      List<T> asked, Function<T, K> collection, BiFunction<K, List<T>, List<R>> read) {
    ByCollection<K, T, R> call = new ByCollection<>(asked, collection);
    call.places.forEach((name, of) -> call.take(of, read.apply(name, call.askedAt(of))));
    return call.inOrder();
  }

  /**
   * Sends writes to each, whatever becomes of the others. What could not be sent to one is in
   * doubt, where something was sent to another.
   *
   * @throws StoreUnavailableException only if nothing was sent to any of them
   * @throws StoreException if one refuses, when all have been sent to
   */
  public static <K, T, R> List<R> sendToAll(
      List<T> asked, Function<T, K> collection, BiFunction<K, List<T>, List<R>> send, R inDoubt) {
    ByCollection<K, T, R> call = new ByCollection<>(asked, collection);
    List<StoreUnavailableException> unavailable = new ArrayList<>();
    List<StoreException> refused = new ArrayList<>();
    call.places.forEach(
        (place, of) -> {
          List<T> there = call.askedAt(of);
          try {
            call.take(of, send.apply(place, there));
          } catch (StoreUnavailableException nothingSent) {
            unavailable.add(nothingSent);
            call.take(of, Batches.all(there, inDoubt));
          } catch (StoreException one) {
            refused.add(one);
          }
        });
    if (!refused.isEmpty()) {
      throw refused.get(0);
    }
    if (!unavailable.isEmpty() && unavailable.size() == call.places.size()) {
      throw unavailable.get(0);
    }
    return call.inOrder();
  }

  /**
   * Sends writes to each, first in one command if the server has one that takes all of them. What
   * each has to send after that comes one after the other, until something is in doubt: then what
   * is of the later ones is in doubt, too. One that refuses does not keep the others from being
   * sent to.
   *
   * @param order in which they are sent
   * @param prepare makes the part of one, and sends nothing that holds, settles or gives back
   * @throws StoreUnavailableException only if nothing was sent to any of them
   * @throws RefusedWriteException if one refuses a write for certain, when the others were sent to
   */
  public static <K, T, R> List<R> sendTogether(
      List<T> asked,
      Function<T, K> collection,
      Comparator<K> order,
      BiFunction<K, List<T>, Part<R>> prepare,
      OneCommand command,
      R inDoubt) {
    ByCollection<K, T, R> call = new ByCollection<>(asked, collection);
    List<K> names = call.places.keySet().stream().sorted(order).toList();
    List<Part<R>> parts = new ArrayList<>(names.size());
    for (K name : names) {
      parts.add(prepare.apply(name, call.askedAt(call.placesOf(name))));
    }
    Option<List<FirstAnswers>> first = command.send(parts.stream().map(Part::first).toList());
    InTurn<R> turns = new InTurn<>(inDoubt);
    for (int at = 0; at < parts.size(); at++) {
      Part<R> part = parts.get(at);
      int place = at;
      Option<FirstAnswers> answers = first.map(all -> all.get(place));
      List<Integer> of = call.placesOf(names.get(at));
      call.take(of, turns.next(of.size(), () -> answers.map(part::finish).getOrElse(part::alone)));
    }
    turns.requireNoneRefused();
    return call.inOrder();
  }

  private List<Integer> placesOf(K name) {
    return Objects.requireNonNull(places.get(name));
  }

  private List<T> askedAt(List<Integer> of) {
    return of.stream().map(asked::get).toList();
  }

  private void take(List<Integer> of, List<R> answered) {
    for (int at = 0; at < of.size(); at++) {
      answers.put(of.get(at), answered.get(at));
    }
  }

  private List<R> inOrder() {
    List<R> inOrder = new ArrayList<>(asked.size());
    for (int at = 0; at < asked.size(); at++) {
      inOrder.add(Objects.requireNonNull(answers.get(at)));
    }
    return inOrder;
  }
}
