package io.twophase.domain.explorer.participant;

import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.breadth.Worlds;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every world that can come of a scenario, from each of which all must be able to be decided. */
final class Explorer implements Space<char[]> {

  private final Layout layout;
  private final Codes codes;
  private final Moves moves;
  private final Judge judge;
  private final Set<List<State>> endings = new HashSet<>();

  private Explorer(Scenario scenario) {
    layout = new Layout(scenario.places().size(), scenario.casts());
    codes = new Codes(scenario);
    moves = new Moves(scenario, layout, codes);
    judge = new Judge(scenario, layout, codes);
  }

  /** Explores all of it, or up to the first broken promise. */
  static Exploration explore(Scenario scenario) {
    Explorer all = new Explorer(scenario);
    return new Exploration(Search.of(all, new Worlds(new char[all.layout.width()])), all.endings);
  }

  @Override
  public char[] start() {
    return moves.start();
  }

  @Override
  public void next(char[] world, Steps<char[]> steps) {
    moves.of(world, steps);
  }

  @Override
  public Option<String> fault(char[] world) {
    char broken = judge.broken(world);
    return Option.when(broken != Codes.KEPT, () -> codes.broken(broken));
  }

  @Override
  public void visit(char[] world) {
    if (judge.isClean(world)) {
      endings.add(judge.states(world));
    }
  }

  @Override
  public boolean isEnd(char[] world) {
    return judge.isClean(world) || judge.hasReaderEnded(world);
  }

  @Override
  public Option<String> withoutEnd() {
    return Option.some("from here it can never be all decided with nothing held");
  }
}
