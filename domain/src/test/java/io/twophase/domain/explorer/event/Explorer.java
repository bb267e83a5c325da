package io.twophase.domain.explorer.event;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Visits every world that a scene can come to, the nearest first. */
final class Explorer {

  /**
   * What was found.
   *
   * @param states how many worlds were met
   * @param fault what is wrong, if anything
   * @param trace the shortest run to it
   */
  record Found(int states, Option<String> fault, List<String> trace) {
    String report() {
      return "  "
          + String.join("\n  ", trace)
          + "\n  => "
          + fault.getOrElse("nothing is wrong")
          + "\n"
          + states
          + " states";
    }
  }

  private record Arrival(int from, String line) {}

  private Explorer() {}

  static Found explore(Scene scene) {
    List<World> worlds = new ArrayList<>(List.of(World.of(scene)));
    List<Arrival> arrivals = new ArrayList<>(List.of(new Arrival(-1, "")));
    Map<World, Integer> met = new HashMap<>(Map.of(worlds.get(0), 0));
    for (int at = 0; at < worlds.size(); at++) {
      Option<String> fault = Judge.fault(scene, worlds.get(at));
      if (fault.isDefined()) {
        return new Found(worlds.size(), fault, trace(arrivals, at));
      }
      for (Moves.Move move : Moves.of(scene, worlds.get(at))) {
        if (met.putIfAbsent(move.world(), worlds.size()) == null) {
          worlds.add(move.world());
          arrivals.add(new Arrival(at, move.line()));
        }
      }
    }
    return new Found(worlds.size(), Option.none(), List.of());
  }

  private static List<String> trace(List<Arrival> arrivals, int end) {
    List<String> trace = new ArrayList<>();
    for (int at = end; at > 0; at = arrivals.get(at).from()) {
      trace.add(arrivals.get(at).line());
    }
    Collections.reverse(trace);
    return trace;
  }
}
