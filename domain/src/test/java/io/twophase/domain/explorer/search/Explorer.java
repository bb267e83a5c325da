package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.Layout;
import io.twophase.domain.explorer.state.Ways;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.explorer.state.Worlds;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Visits every world that can come of a scenario, the nearest first. */
public final class Explorer {

  /** More than any scenario of the tests has: a machine that never ends is a fault, too. */
  private static final int MOST_STATES = 60_000_000;

  private final Scenario scenario;
  private final Auditor auditor;
  private final Layout layout;
  private final Codes codes;
  private final Moves moves;
  private final Worlds worlds;
  private final Ways ways = new Ways();
  private final char[] cells;
  private final BitSet ends = new BitSet();
  private final Set<List<State>> endings = new HashSet<>();

  private Explorer(Scenario scenario, Auditor auditor) {
    this.scenario = scenario;
    this.auditor = auditor;
    layout =
        new Layout(
            scenario.accounts().size(), scenario.casts(), scenario.durability().hasFailovers());
    codes = new Codes(scenario);
    moves = new Moves(scenario, layout, codes);
    worlds = new Worlds(layout.width());
    cells = new char[layout.width()];
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
    World world = new World(scenario, layout, codes, cells);
    worlds.met(World.start(scenario, layout, codes), -1);
    for (int at = 0; at < worlds.size(); at++) {
      int origin = at;
      worlds.read(at, cells);
      Option<String> fault = auditor.fault(scenario, world);
      if (fault.isEmpty() && worlds.size() > MOST_STATES) {
        fault = Option.some("more worlds than explored");
      }
      if (fault.isDefined()) {
        return found(fault, at);
      }
      if (world.isAtEnd()) {
        endings.add(world.states());
        // a sweeper leaves nothing held of what is finished
        ends.set(at, !scenario.isSwept() || world.isSwept());
      }
      ways.from(at);
      moves.of(
          cells,
          (next, what) -> {
            layout.canonicalize(next);
            ways.to(worlds.met(next, origin));
          });
    }
    ways.from(worlds.size());
    int lost = ways.withoutWayTo(ends, worlds.size());
    return lost < worlds.size()
        ? found(Option.some("no way leads to an end"), lost)
        : found(Option.none(), 0);
  }

  private Exploration found(Option<String> fault, int at) {
    return new Exploration(worlds.size(), endings, fault, traceTo(at));
  }

  private List<String> traceTo(int end) {
    List<String> trace = new ArrayList<>();
    char[] wanted = new char[layout.width()];
    for (int at = end; worlds.origin(at) >= 0; at = worlds.origin(at)) {
      int step = trace.size();
      worlds.read(at, wanted);
      worlds.read(worlds.origin(at), cells);
      moves.of(
          cells,
          (next, what) -> {
            layout.canonicalize(next);
            if (trace.size() == step && Arrays.equals(next, wanted)) {
              trace.add(what.get());
            }
          });
    }
    Collections.reverse(trace);
    return trace;
  }
}
