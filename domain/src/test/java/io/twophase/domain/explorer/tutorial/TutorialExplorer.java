package io.twophase.domain.explorer.tutorial;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Visits every world that the tutorial's workers can come to, the nearest first. */
final class TutorialExplorer {

  /**
   * What was found.
   *
   * @param states how many worlds were met
   * @param violation what is wrong with the money, if anything
   * @param trace the shortest run to it
   */
  record Found(int states, Option<String> violation, List<String> trace) {
    String report() {
      return "  "
          + String.join("\n  ", trace)
          + "\n  => "
          + violation.getOrElse("nothing is wrong")
          + "\n"
          + states
          + " states";
    }
  }

  private record Arrival(Option<TutorialWorld> from, String line) {}

  private TutorialExplorer() {}

  static Found explore(TutorialRole... roles) {
    Map<TutorialWorld, Arrival> arrivals = new LinkedHashMap<>();
    List<TutorialWorld> worlds = new ArrayList<>(List.of(TutorialWorld.of(roles)));
    arrivals.put(worlds.get(0), new Arrival(Option.none(), ""));
    for (int at = 0; at < worlds.size(); at++) {
      TutorialWorld world = worlds.get(at);
      if (world.fault().isDefined()) {
        return new Found(worlds.size(), world.fault(), trace(arrivals, world));
      }
      for (TutorialWorld.Move move : world.moves()) {
        Arrival arrival = new Arrival(Option.some(world), move.line());
        if (arrivals.putIfAbsent(move.world(), arrival) == null) {
          worlds.add(move.world());
        }
      }
    }
    return new Found(worlds.size(), Option.none(), List.of());
  }

  private static List<String> trace(Map<TutorialWorld, Arrival> arrivals, TutorialWorld end) {
    List<String> trace = new ArrayList<>();
    Arrival arrival = arrivals.get(end);
    while (arrival.from().isDefined()) {
      trace.add(arrival.line());
      arrival = arrivals.get(arrival.from().get());
    }
    Collections.reverse(trace);
    return trace;
  }
}
