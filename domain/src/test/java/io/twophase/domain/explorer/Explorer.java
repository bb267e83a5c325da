package io.twophase.domain.explorer;

import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Visits every world that can come of a scenario, the nearest first. */
public final class Explorer {

  /** More than any scenario of the tests has: a machine that never ends is a fault, too. */
  private static final int MOST_STATES = 3_000_000;

  /** How a world was first come to: from which one, by what. */
  private record Arrival(int from, Action by) {}

  private final Scenario scenario;
  private final Auditor auditor;
  private final Map<World, Integer> numbers = new HashMap<>();
  private final List<World> worlds = new ArrayList<>();
  private final List<Option<Arrival>> arrivals = new ArrayList<>();
  private final Ways ways = new Ways();

  private Explorer(Scenario scenario, Auditor auditor) {
    this.scenario = scenario;
    this.auditor = auditor;
  }

  /** Explores all of it, or up to the first broken promise. */
  public static Exploration explore(Scenario scenario) {
    return new Explorer(scenario, Auditor.OF_EVERYTHING).run();
  }

  /** Explores all of it, or up to the first world in which money is made or lost. */
  public static Exploration followTheMoney(Scenario scenario) {
    return new Explorer(scenario, Auditor.OF_MONEY).run();
  }

  private Exploration run() {
    Set<State> endings = EnumSet.noneOf(State.class);
    met(scenario.start(), Option.none());
    for (int at = 0; at < worlds.size(); at++) {
      World world = worlds.get(at);
      Option<String> fault = auditor.fault(scenario, world);
      if (fault.isDefined()) {
        return found(endings, fault, at);
      }
      if (worlds.size() > MOST_STATES) {
        return found(endings, Option.some("more worlds than explored"), at);
      }
      if (world.isAtRest()) {
        // a sweeper leaves nothing held
        if (!scenario.sweeping() || world.store().holdsNothing()) {
          ways.endAt(at);
        }
        world.store().record().forEach(record -> endings.add(record.state()));
      }
      for (Moves.Move move : Moves.of(scenario, world)) {
        ways.add(at, met(move.world(), Option.some(new Arrival(at, move.action()))));
      }
    }
    // who waits for a worker that gave up waits until it gives up itself
    Option<Integer> lost = scenario.givingUp() ? Option.none() : ways.withoutEnd(worlds.size());
    return found(endings, lost.map(world -> "no way leads to an end"), lost.getOrElse(0));
  }

  private int met(World world, Option<Arrival> arrival) {
    Integer known = numbers.putIfAbsent(world, worlds.size());
    if (known != null) {
      return known;
    }
    worlds.add(world);
    arrivals.add(arrival);
    return worlds.size() - 1;
  }

  private Exploration found(Set<State> endings, Option<String> fault, int at) {
    return new Exploration(worlds.size(), endings, fault, traceTo(at));
  }

  private List<String> traceTo(int at) {
    List<String> trace = new ArrayList<>();
    Option<Arrival> arrival = arrivals.get(at);
    while (arrival.isDefined()) {
      trace.add(arrival.get().by().toString());
      arrival = arrivals.get(arrival.get().from());
    }
    Collections.reverse(trace);
    return trace;
  }
}
