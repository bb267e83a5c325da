package io.twophase.app.function.history;

import static java.util.Comparator.comparingInt;

import io.twophase.app.function.history.Anomaly.Finding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The graph of runs: which of them comes before which, and why. */
final class Dependencies {

  /** Why a run comes before another one. */
  enum Kind {
    /** The other one has written the next state of a list. */
    WW,
    /** The other one has read what this one has written. */
    WR,
    /** Anti-dependency: the other one has written the state after the one that this one read. */
    RW,
    /** The other one began after this one had completed. */
    RT
  }

  private record Edge(Run from, Run to, Kind kind, String key) {
    @Override
    public String toString() {
      return from + "\n  -" + kind + (key.isEmpty() ? "" : " " + key) + "-> ";
    }
  }

  private final List<Edge> edges = new ArrayList<>();
  private final Map<Run, List<Edge>> outgoing = new HashMap<>();

  void add(Run from, Run to, Kind kind, String key) {
    if (!from.equals(to)) {
      Edge edge = new Edge(from, to, kind, key);
      edges.add(edge);
      outgoing.computeIfAbsent(from, none -> new ArrayList<>()).add(edge);
    }
  }

  /** The shortest cycle of each anomaly. */
  List<Finding> cycles() {
    return Stream.of(
            shortest(Anomaly.G0, Kind.WW, EnumSet.of(Kind.WW), 0),
            shortest(Anomaly.G1C, Kind.WR, EnumSet.of(Kind.WW, Kind.WR), 0),
            shortest(Anomaly.G_SINGLE, Kind.RW, EnumSet.of(Kind.WW, Kind.WR), 0),
            shortest(Anomaly.G2, Kind.RW, EnumSet.of(Kind.WW, Kind.WR, Kind.RW), 1),
            shortest(Anomaly.REAL_TIME, Kind.RT, EnumSet.allOf(Kind.class), 0))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The shortest cycle of one edge of a kind, and of a way back along others.
   *
   * @param more at least so many edges of the way back are of that kind, too
   */
  private Optional<Finding> shortest(Anomaly anomaly, Kind kind, Set<Kind> back, int more) {
    return edges.stream()
        .filter(edge -> edge.kind() == kind)
        .map(edge -> cycle(edge, back))
        .filter(cycle -> cycle.stream().filter(edge -> edge.kind() == kind).count() > more)
        .min(comparingInt(List::size))
        .map(cycle -> new Finding(anomaly, words(cycle)));
  }

  /** The edge and the shortest way back; nothing if there is none. */
  private List<Edge> cycle(Edge first, Set<Kind> back) {
    Map<Run, Edge> reachedBy = new HashMap<>();
    reachedBy.put(first.to(), first);
    Deque<Run> next = new ArrayDeque<>(List.of(first.to()));
    while (!next.isEmpty() && !reachedBy.containsKey(first.from())) {
      for (Edge edge : outgoing.getOrDefault(next.remove(), List.of())) {
        if (back.contains(edge.kind()) && reachedBy.putIfAbsent(edge.to(), edge) == null) {
          next.add(edge.to());
        }
      }
    }
    Deque<Edge> cycle = new ArrayDeque<>();
    if (reachedBy.containsKey(first.from())) {
      for (Run at = first.from(); !first.equals(cycle.peekFirst()); at = cycle.getFirst().from()) {
        cycle.addFirst(reachedBy.get(at));
      }
    }
    return List.copyOf(cycle);
  }

  private static String words(List<Edge> cycle) {
    return cycle.stream().map(Edge::toString).collect(Collectors.joining()) + cycle.get(0).from();
  }
}
