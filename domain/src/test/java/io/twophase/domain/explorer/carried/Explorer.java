package io.twophase.domain.explorer.carried;

import io.vavr.control.Option;
import java.math.BigInteger;
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
   * @param emptied whether there is one in which all is removed
   * @param fault what is wrong, if anything
   * @param trace the shortest run to it
   */
  record Found(int states, boolean emptied, Option<String> fault, List<String> trace) {
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
    boolean emptied = false;
    for (int at = 0; at < worlds.size(); at++) {
      Option<String> fault = fault(scene, worlds.get(at));
      if (fault.isDefined()) {
        return new Found(worlds.size(), emptied, fault, trace(arrivals, at));
      }
      emptied |= worlds.get(at).there().isEmpty();
      for (Moves.Move move : Moves.of(scene, worlds.get(at))) {
        if (met.putIfAbsent(move.world(), worlds.size()) == null) {
          worlds.add(move.world());
          arrivals.add(new Arrival(at, move.line()));
        }
      }
    }
    return new Found(worlds.size(), emptied, Option.none(), List.of());
  }

  /** What is carried, and what is there and not carried, is all there ever was. */
  private static Option<String> fault(Scene scene, World world) {
    BigInteger sum = world.carried().sum();
    for (int at : world.there()) {
      if (!world.carried().has(world.ending(scene, at))) {
        sum = sum.add(BigInteger.ONE.shiftLeft(at));
      }
    }
    BigInteger known = sum;
    return world
        .fault()
        .orElse(
            () ->
                Option.when(
                    !known.equals(world.total()),
                    () -> "known are " + known + ", and it is " + world.total()));
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
