package io.twophase.app.network.storm;

import io.twophase.domain.transaction.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decisions and readings, each of which was at some moment between two others of the machine's
 * clock, and which of them were before which. Is there one order of them all?
 */
final class DecisionOrder {

  /**
   * When something was.
   *
   * @param earliest in milliseconds
   * @param latest likewise
   */
  record Span(long earliest, long latest) {

    /**
     * When a transaction was decided: not before the time that the store took for it, and before it
     * was finished.
     */
    static Span of(Transaction done) {
      long decided = done.timeline().decidedAt().orElse(done.createdAt()).toEpochMilli();
      return new Span(decided, done.lastModified().toEpochMilli() + 1);
    }
  }

  private final Map<String, Span> spans = new LinkedHashMap<>();
  private final Map<String, Set<String>> later = new HashMap<>();
  private final Map<String, Set<String>> earlier = new HashMap<>();

  /** Something was within these. */
  void add(String name, Span span) {
    spans.put(name, span);
  }

  /** One was before another; both have been added. */
  void before(String first, String then) {
    later.computeIfAbsent(first, name -> new LinkedHashSet<>()).add(then);
    earlier.computeIfAbsent(then, name -> new LinkedHashSet<>()).add(first);
  }

  /** Takes away whatever nothing is before, as Kahn did; a circle stays. */
  List<String> faults() {
    Map<String, Integer> waitsFor = new LinkedHashMap<>();
    Map<String, Long> earliest = new HashMap<>();
    Map<String, String> because = new HashMap<>();
    Deque<String> free = new ArrayDeque<>();
    spans.forEach(
        (name, span) -> {
          waitsFor.put(name, before(name).size());
          earliest.put(name, span.earliest());
          if (before(name).isEmpty()) {
            free.add(name);
          }
        });
    List<String> faults = new ArrayList<>();
    while (!free.isEmpty()) {
      String first = free.remove();
      waitsFor.remove(first);
      if (earliest.get(first) > spans.get(first).latest()) {
        faults.add(
            "%s was at %s, and yet after %s"
                .formatted(first, spans.get(first), because.getOrDefault(first, "")));
      }
      for (String then : later.getOrDefault(first, Set.of())) {
        if (earliest.get(first) > earliest.get(then)) {
          earliest.put(then, earliest.get(first));
          because.put(then, first + " at " + spans.get(first));
        }
        if (waitsFor.merge(then, -1, Integer::sum) == 0) {
          free.add(then);
        }
      }
    }
    if (!waitsFor.isEmpty()) {
      faults.add("each of these was before the next: " + circle(waitsFor.keySet()));
    }
    return faults;
  }

  private Set<String> before(String name) {
    return earlier.getOrDefault(name, Set.of());
  }

  /** Each that is left waits for another that is left. */
  private List<String> circle(Set<String> left) {
    Deque<String> walked = new ArrayDeque<>();
    String at = left.iterator().next();
    while (!walked.contains(at)) {
      walked.push(at);
      at = before(at).stream().filter(left::contains).findFirst().orElseThrow();
    }
    List<String> circle = new ArrayList<>(List.of(at));
    for (String then : walked) {
      circle.add(then);
      if (then.equals(at)) {
        break;
      }
    }
    return circle;
  }
}
