package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way from a call of many elements to commands: cut into what one command carries, so that the
 * driver need not cut it itself, and parted by collections or clusters. The answers are in the
 * order of the elements.
 */
public final class Calls {

  /** The most documents that one command asks for. */
  public static final int READ_AT_ONCE = 1000;

  private Calls() {}

  /** Batches of what is to be read. */
  public static <T> List<List<T>> ofReads(List<T> elements) {
    return batches(
        elements, Collections.nCopies(elements.size(), 0), READ_AT_ONCE, Integer.MAX_VALUE);
  }

  /**
   * Batches of elements that weigh, in bytes, at most what their weights say. One that weighs more
   * than a batch may is a batch of its own.
   */
  static <T> List<List<T>> batches(
      List<T> elements, List<Integer> weights, int maxElements, int maxBytes) {
    if (elements.size() == 1) {
      return List.of(elements);
    }
    List<List<T>> batches = new ArrayList<>(1 + elements.size() / maxElements);
    int from = 0;
    long bytes = 0;
    for (int at = 0; at < elements.size(); at++) {
      long more = weights.get(at);
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
      Object of = key.apply(elements.get(at));
      if (!keys.add(of)) {
        batches.add(elements.subList(from, at));
        from = at;
        keys.clear();
        keys.add(of);
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
    InTurn<R> turns = new InTurn<>(inDoubt);
    List<R> answers = new ArrayList<>();
    for (List<T> batch : batches) {
      answers.addAll(turns.next(batch.size(), () -> send.apply(batch)));
      turns.requireNoneRefused();
    }
    return answers;
  }

  /**
   * The commands of one call, one after the other. Once something is in doubt, none is sent any
   * more. A refusal does not stop the others, whose answers have nothing to do with it.
   */
  private static final class InTurn<R> {

    private final R inDoubt;
    private boolean sentAny;
    private boolean cut;
    private Optional<RefusedWriteException> refused = Optional.empty();

    InTurn(R inDoubt) {
      this.inDoubt = inDoubt;
    }

    /**
     * The answers of the next command: as many as {@code size} says.
     *
     * @throws StoreUnavailableException only if nothing was sent so far
     */
    List<R> next(int size, Supplier<List<R>> command) {
      List<R> none = Collections.nCopies(size, inDoubt);
      if (cut) {
        return none;
      }
      try {
        List<R> answers = sentAny ? Reply.ofFollowUpRead(command).getOrElse(none) : command.get();
        cut = answers.contains(inDoubt);
        return answers;
      } catch (RefusedWriteException one) {
        refused = refused.or(() -> Optional.of(one));
        return none;
      } finally {
        sentAny = true;
      }
    }

    /** Throws the first refusal, if there is any. */
    void requireNoneRefused() {
      if (refused.isPresent()) {
        throw refused.orElseThrow();
      }
    }
  }

  /** Reads from each collection or cluster, by its name. */
  public static <K, T, R> List<R> read(
      List<T> asked, Function<T, K> name, BiFunction<K, List<T>, List<R>> read) {
    Parted<K, T, R> call = new Parted<>(asked, name);
    call.places.forEach((key, of) -> call.answer(of, read.apply(key, call.asked(of))));
    return call.answers;
  }

  /**
   * Sends writes to each cluster, whatever becomes of the others. A write that could not be sent to
   * one is in doubt, if something was sent to another.
   *
   * @throws StoreUnavailableException only if nothing was sent to any of them
   * @throws StoreException if one refuses, when all have been sent to
   */
  public static <K, T, R> List<R> sendToAll(
      List<T> asked, Function<T, K> cluster, BiFunction<K, List<T>, List<R>> send, R inDoubt) {
    Parted<K, T, R> call = new Parted<>(asked, cluster);
    List<StoreUnavailableException> unavailable = new ArrayList<>();
    List<StoreException> refused = new ArrayList<>();
    call.places.forEach(
        (key, of) -> {
          try {
            call.answer(of, send.apply(key, call.asked(of)));
          } catch (StoreUnavailableException nothingSent) {
            unavailable.add(nothingSent);
            call.answer(of, Collections.nCopies(of.size(), inDoubt));
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
    return call.answers;
  }

  /**
   * A part has the elements of one call that are on one collection. It says which writes go first,
   * makes answers of their counts, and sends all that follows them by itself.
   *
   * @param <R> what is answered for each element
   * @param first the writes that go first, unsent
   * @param finish answers for each element, in their order; sends what has to follow the first
   *     writes
   */
  public record Part<R>(Sending first, Supplier<List<R>> finish) {}

  /**
   * Sends writes to each collection, batch after batch, those of a batch in one command if the
   * server has one that takes all of them. The calls that each part has to send after that are sent
   * one after the other, until something is in doubt: then the elements of the later ones are in
   * doubt, too. One that refuses does not keep the others from being sent to: what they settle or
   * give back has nothing to do with it.
   *
   * @param order in which the collections are sent to
   * @param prepare makes the part of one, and sends nothing that holds, settles or gives back
   * @throws StoreUnavailableException only if nothing was sent to any of them
   * @throws RefusedWriteException if one refuses a write for certain, when the others were sent to
   */
  public static <K, T, R> List<R> sendTogether(
      Server server,
      List<List<T>> batches,
      Function<T, K> collection,
      Comparator<K> order,
      BiFunction<K, List<T>, Part<R>> prepare,
      R inDoubt) {
    InTurn<R> turns = new InTurn<>(inDoubt);
    List<R> answers = new ArrayList<>();
    for (List<T> batch : batches) {
      answers.addAll(
          turns.next(
              batch.size(), () -> together(server, batch, collection, order, prepare, inDoubt)));
    }
    turns.requireNoneRefused();
    return answers;
  }

  private static <K, T, R> List<R> together(
      Server server,
      List<T> asked,
      Function<T, K> collection,
      Comparator<K> order,
      BiFunction<K, List<T>, Part<R>> prepare,
      R inDoubt) {
    Parted<K, T, R> call = new Parted<>(asked, collection);
    List<Map.Entry<K, List<Integer>>> ordered = new ArrayList<>(call.places.entrySet());
    ordered.sort(Map.Entry.comparingByKey(order));
    List<Part<R>> parts = new ArrayList<>(ordered.size());
    List<Sending> first = new ArrayList<>(ordered.size());
    for (Map.Entry<K, List<Integer>> one : ordered) {
      Part<R> part = prepare.apply(one.getKey(), call.asked(one.getValue()));
      parts.add(part);
      first.add(part.first());
    }
    Sending.together(server, first);
    InTurn<R> turns = new InTurn<>(inDoubt);
    for (int at = 0; at < parts.size(); at++) {
      List<Integer> of = ordered.get(at).getValue();
      call.answer(of, turns.next(of.size(), parts.get(at).finish()));
    }
    turns.requireNoneRefused();
    return call.answers;
  }

  /** The elements of a call, by what they are on. */
  private static final class Parted<K, T, R> {

    private final List<T> asked;
    private final Map<K, List<Integer>> places = new LinkedHashMap<>();
    private final List<R> answers;

    @SuppressWarnings("NullAway") // each place is answered before the answers are given
    Parted(List<T> asked, Function<T, K> name) {
      this.asked = asked;
      this.answers = new ArrayList<>(Collections.nCopies(asked.size(), null));
      @Nullable K last = null;
      List<Integer> of = List.of();
      for (int at = 0; at < asked.size(); at++) {
        K next = name.apply(asked.get(at));
        if (next != last) {
          of = places.computeIfAbsent(next, key -> new ArrayList<>());
          last = next;
        }
        of.add(at);
      }
    }

    List<T> asked(List<Integer> of) {
      return of.stream().<T>map(asked::get).toList();
    }

    void answer(List<Integer> of, List<R> answered) {
      for (int at = 0; at < of.size(); at++) {
        answers.set(of.get(at), answered.get(at));
      }
    }
  }
}
