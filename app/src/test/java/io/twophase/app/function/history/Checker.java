package io.twophase.app.function.history;

import static java.util.stream.Collectors.groupingBy;

import io.twophase.app.function.history.Anomaly.Finding;
import io.twophase.app.function.history.Dependencies.Kind;
import io.twophase.app.function.history.Run.Append;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Read;
import io.twophase.app.function.history.Run.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a history is strictly serializable. It knows nothing of the library: the lists
 * that were read tell in which order their values were appended, and from these orders follows
 * which run comes before which. After Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies
 * from Experimental Observations" (VLDB 2020).
 *
 * <p>A run of unknown outcome has happened if a run that happened has seen one of its appends, and
 * is left out if not.
 */
final class Checker {

  private record Element(String key, long value) {}

  /** What a run has read of others: its own appends are left out. */
  private record Sighting(Run reader, String key, List<Long> others) {}

  private final Map<Element, Run> writers = new HashMap<>();
  private final List<Run> happened;
  private final List<Sighting> sightings = new ArrayList<>();

  /** The longest state of each list that was read. */
  private final Map<String, List<Long>> longest = new TreeMap<>();

  private final Map<String, List<Run>> unseen = new HashMap<>();
  private final Dependencies dependencies = new Dependencies();
  private final List<Finding> findings = new ArrayList<>();

  private Checker(List<Run> history) {
    for (Run run : history) {
      steps(run, Append.class)
          .forEach(append -> writers.put(new Element(append.key(), append.value()), run));
    }
    Set<@Nullable Run> seen = new HashSet<>();
    history.stream()
        .filter(run -> run.outcome() == Outcome.APPLIED)
        .flatMap(run -> steps(run, Read.class))
        .forEach(read -> read.values().forEach(value -> seen.add(writer(read.key(), value))));
    happened =
        history.stream()
            .filter(run -> run.outcome() != Outcome.NOT_APPLIED)
            .filter(run -> run.outcome() == Outcome.APPLIED || seen.contains(run))
            .toList();
  }

  /** The anomalies of a history, in the order in which {@link Anomaly} names them. */
  static List<Finding> check(List<Run> history) {
    Checker checker = new Checker(history);
    checker.read();
    checker.order();
    checker.findings.addAll(checker.dependencies.cycles());
    return checker.findings.stream().sorted(Comparator.comparing(Finding::anomaly)).toList();
  }

  private static <S extends Step> Stream<S> steps(Run run, Class<S> kind) {
    return run.steps().stream().filter(kind::isInstance).map(kind::cast);
  }

  private static List<Long> appended(Run run, String key) {
    return steps(run, Append.class)
        .filter(append -> append.key().equals(key))
        .map(Append::value)
        .toList();
  }

  /** The run that appended the value; null if none did. */
  private @Nullable Run writer(String key, long value) {
    return writers.get(new Element(key, value));
  }

  /** The run that appended the last value; null if there is none. */
  private @Nullable Run last(String key, List<Long> values) {
    return values.isEmpty() ? null : writer(key, values.get(values.size() - 1));
  }

  private void find(Anomaly anomaly, Object... shownBy) {
    findings.add(new Finding(anomaly, List.of(shownBy).toString()));
  }

  /** Looks at each state that was read by itself, and at each list. */
  private void read() {
    for (Run run : happened) {
      sightings(run);
      steps(run, Read.class).forEach(read -> judge(run, read));
    }
    for (Run run : happened) {
      steps(run, Read.class)
          .filter(read -> !startsWith(longest.get(read.key()), read.values()))
          .forEach(
              read -> find(Anomaly.INCOMPATIBLE_ORDERS, run, read.key(), longest.get(read.key())));
    }
    sightings.removeIf(sighting -> !startsWith(longest.get(sighting.key()), sighting.others()));
    lostUpdates();
  }

  private void sightings(Run run) {
    Map<String, List<Long>> own = new HashMap<>();
    Map<String, List<Long>> before = new HashMap<>();
    for (Step step : run.steps()) {
      List<Long> appended = own.computeIfAbsent(step.key(), none -> new ArrayList<>());
      if (step instanceof Append append) {
        appended.add(append.value());
      } else if (step instanceof Read read) {
        int others = Math.max(0, read.values().size() - appended.size());
        List<Long> seen = read.values().subList(0, others);
        List<Long> first = before.putIfAbsent(read.key(), seen);
        if (!read.values().subList(others, read.values().size()).equals(appended)
            || (first != null && !first.equals(seen))) {
          find(Anomaly.INTERNAL, run, read);
        } else if (first == null) {
          sightings.add(new Sighting(run, read.key(), seen));
        }
      }
    }
  }

  private void judge(Run run, Read read) {
    longest.merge(read.key(), read.values(), (one, two) -> two.size() > one.size() ? two : one);
    if (new HashSet<>(read.values()).size() < read.values().size()) {
      find(Anomaly.DUPLICATE_VALUE, run, read);
    }
    for (long value : read.values()) {
      Run writer = writer(read.key(), value);
      if (writer == null) {
        find(Anomaly.GARBAGE_READ, run, value);
      } else if (writer.outcome() == Outcome.NOT_APPLIED) {
        find(Anomaly.G1A, run, writer);
      }
    }
    Run last = last(read.key(), read.values());
    if (last != null
        && !last.equals(run)
        && !read.values().containsAll(appended(last, read.key()))) {
      find(Anomaly.G1B, run, last);
    }
  }

  private static boolean startsWith(@Nullable List<Long> all, List<Long> first) {
    return all != null && first.size() <= all.size() && all.subList(0, first.size()).equals(first);
  }

  private void lostUpdates() {
    sightings.stream()
        .filter(sighting -> !appended(sighting.reader(), sighting.key()).isEmpty())
        .collect(groupingBy(sighting -> List.of(sighting.key(), sighting.others().size())))
        .values()
        .stream()
        .filter(ofOneState -> ofOneState.size() > 1)
        .forEach(ofOneState -> find(Anomaly.LOST_UPDATE, ofOneState));
  }

  /** Notes which run comes before which. */
  private void order() {
    for (Run run : happened) {
      steps(run, Append.class)
          .filter(append -> !longest.getOrDefault(append.key(), List.of()).contains(append.value()))
          .forEach(
              append -> unseen.computeIfAbsent(append.key(), none -> new ArrayList<>()).add(run));
    }
    longest.forEach(this::orderOfWrites);
    sightings.forEach(this::orderOfReading);
    orderOfTime();
  }

  private void orderOfWrites(String key, List<Long> values) {
    for (int at = 0; at < values.size(); at++) {
      Run writer = writer(key, values.get(at));
      if (isIn(writer)) {
        next(key, values, at + 1, writer)
            .forEach(next -> dependencies.add(writer, next, Kind.WW, key));
      }
    }
  }

  private void orderOfReading(Sighting sighting) {
    Run reader = sighting.reader();
    Run writer = last(sighting.key(), sighting.others());
    if (isIn(writer)) {
      dependencies.add(writer, reader, Kind.WR, sighting.key());
    }
    List<Long> all = longest.getOrDefault(sighting.key(), List.of());
    next(sighting.key(), all, sighting.others().size(), writer)
        .forEach(next -> dependencies.add(reader, next, Kind.RW, sighting.key()));
  }

  /**
   * The writer of the next value from a place on, other than one run. Behind the values that were
   * read come those that nobody has read, in any order.
   */
  private List<Run> next(String key, List<Long> values, int from, @Nullable Run notThis) {
    for (long value : values.subList(from, values.size())) {
      Run writer = writer(key, value);
      if (isIn(writer) && !Objects.equals(writer, notThis)) {
        return List.of(writer);
      }
    }
    return unseen.getOrDefault(key, List.of());
  }

  private boolean isIn(@Nullable Run run) {
    return run != null && happened.contains(run);
  }

  /** Only the last runs before each run: what comes before these follows. */
  private void orderOfTime() {
    for (Run run : happened) {
      List<Run> before = happened.stream().filter(each -> each.precedes(run)).toList();
      long last = before.stream().mapToLong(Run::invoked).max().orElse(0);
      before.stream()
          .filter(each -> each.completed() > last)
          .forEach(each -> dependencies.add(each, run, Kind.RT, ""));
    }
  }
}
