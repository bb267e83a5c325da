package io.twophase.domain.explorer.batch;

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

/** Every world that can come of a scene, from each of which all must be able to end. */
final class Explorer implements Space<char[]> {

  private final Layout layout;
  private final Codes codes;
  private final Judge judge;
  private final Moves moves;
  private final Set<List<State>> endings = new HashSet<>();

  private Explorer(Scene scene) {
    layout = new Layout(scene);
    codes = new Codes(scene);
    judge = new Judge(scene, layout, codes);
    moves = new Moves(scene, layout, codes, judge);
  }

  /** Explores all of it, or up to the first broken promise. */
  static Exploration explore(Scene scene) {
    Explorer all = new Explorer(scene);
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
    return Option.when(broken != Codes.KEPT, () -> codes.broken.value(broken));
  }

  @Override
  public void visit(char[] world) {
    if (judge.isClean(world)) {
      endings.add(judge.ending(world));
    }
  }

  @Override
  public boolean isEnd(char[] world) {
    return judge.isClean(world);
  }

  @Override
  public Option<String> withoutEnd() {
    return Option.some("from here it can never be all ended with nothing held");
  }
}
