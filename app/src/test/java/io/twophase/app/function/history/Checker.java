package io.twophase.app.function.history;

import io.twophase.app.function.history.Run.Append;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Read;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Judges whether a history is strictly serializable: whether its runs can be put one after the
 * other, none before one that had completed when it began, so that each has read what those before
 * it have appended. It knows nothing of the library, and searches all such orders. After Wing and
 * Gong, "Testing and Verifying Concurrent Objects" (1993).
 *
 * <p>A run of unknown outcome has happened if a run that happened has seen one of its appends, and
 * is left out if not.
 */
final class Checker {

  /** The runs that are in order so far, and what the lists are behind them. */
  private record Place(BitSet done, Map<String, List<Long>> lists) {}

  private final List<Run> happened;
  private final Set<Place> searched = new HashSet<>();
  private Place farthest = new Place(new BitSet(), Map.of());

  private Checker(List<Run> history) {
    Set<Append> seen = new HashSet<>();
    history.stream()
        .filter(run -> run.outcome() == Outcome.APPLIED)
        .flatMap(run -> run.steps(Read.class))
        .forEach(read -> read.values().forEach(value -> seen.add(new Append(read.key(), value))));
    happened =
        history.stream()
            .filter(
                run ->
                    switch (run.outcome()) {
                      case APPLIED -> true;
                      case NOT_APPLIED -> false;
                      case UNKNOWN -> run.steps(Append.class).anyMatch(seen::contains);
                    })
            .toList();
  }

  /** Returns the place at which the search for an order ends, if there is none. */
  static Optional<String> fault(List<Run> history) {
    Checker checker = new Checker(history);
    return checker.isInOrder(new Place(new BitSet(), new TreeMap<>()))
        ? Optional.empty()
        : Optional.of(checker.words());
  }

  private boolean isInOrder(Place place) {
    if (place.done().cardinality() >= farthest.done().cardinality()) {
      farthest = place;
    }
    return place.done().cardinality() == happened.size()
        || (searched.add(place)
            && left(place).anyMatch(at -> mayBeNext(at, place) && isInOrder(at, place)));
  }

  private boolean isInOrder(int next, Place place) {
    BitSet done = (BitSet) place.done().clone();
    done.set(next);
    return happened
        .get(next)
        .after(place.lists())
        .filter(lists -> isInOrder(new Place(done, lists)))
        .isPresent();
  }

  private IntStream left(Place place) {
    return IntStream.range(0, happened.size()).filter(at -> !place.done().get(at));
  }

  /** No other has completed before it began. */
  private boolean mayBeNext(int next, Place place) {
    return left(place).noneMatch(at -> happened.get(at).precedes(happened.get(next)));
  }

  private String words() {
    return "behind %d runs of %d, none of these has read %s: %s"
        .formatted(
            farthest.done().cardinality(),
            happened.size(),
            farthest.lists(),
            left(farthest).filter(at -> mayBeNext(at, farthest)).mapToObj(happened::get).toList());
  }
}
