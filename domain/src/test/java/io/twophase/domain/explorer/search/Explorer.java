package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.breadth.Worlds;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.Layout;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every world that can come of a scenario, from each of which a way must lead to an end. */
public final class Explorer implements Space<char[]> {

  private final Scenario scenario;
  private final Auditor auditor;
  private final Layout layout;
  private final Codes codes;
  private final Moves moves;
  private final char[] cells;

  /** Shows what is in the cells, which each state is read into. */
  private final World world;

  private final Set<List<State>> endings = new HashSet<>();

  private Explorer(Scenario scenario, Auditor auditor) {
    this.scenario = scenario;
    this.auditor = auditor;
    layout =
        new Layout(
            scenario.accounts().size(), scenario.casts(), scenario.durability().hasFailovers());
    codes = new Codes(scenario);
    moves = new Moves(scenario, layout, codes);
    cells = new char[layout.width()];
    world = new World(scenario, layout, codes, cells);
  }

  /** Explores all of it, or up to the first broken promise. */
  public static Exploration explore(Scenario scenario) {
    return explore(scenario, Auditor.OF_EVERYTHING);
  }

  /** Explores all of it, or up to the first world in which money is made or lost. */
  public static Exploration followTheMoney(Scenario scenario) {
    return explore(scenario, Auditor.OF_MONEY);
  }

  private static Exploration explore(Scenario scenario, Auditor auditor) {
    Explorer all = new Explorer(scenario, auditor);
    return new Exploration(Search.of(all, new Worlds(all.cells)), all.endings);
  }

  @Override
  public char[] start() {
    return World.start(scenario, layout, codes);
  }

  @Override
  public void next(char[] state, Steps<char[]> steps) {
    moves.of(
        state,
        (next, line) -> {
          layout.canonicalize(next);
          steps.to(next, line);
        });
  }

  @Override
  public Option<String> fault(char[] state) {
    return auditor.fault(scenario, world);
  }

  @Override
  public void visit(char[] state) {
    if (world.isAtEnd()) {
      endings.add(world.states());
    }
  }

  /** A sweeper leaves nothing held of what is finished. */
  @Override
  public boolean isEnd(char[] state) {
    return world.isAtEnd() && (!scenario.isSwept() || world.isSwept());
  }

  @Override
  public Option<String> withoutEnd() {
    return Option.some("no way leads to an end");
  }
}
