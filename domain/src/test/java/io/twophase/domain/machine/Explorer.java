package io.twophase.domain.machine;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.breadth.Worlds;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Every world that can come of a scene, from each of which all must be able to end. */
final class Explorer implements Space<char[]> {

  /** A search that is cut says so. */
  private static final int MOST = Integer.getInteger("twophase.worlds", MOST_STATES);

  private final Cells cells;
  private final Judge judge;
  private final Moves moves;
  private final Set<String> endings = new TreeSet<>();
  private int visits;

  private Explorer(Scene scene) {
    cells = new Cells(scene);
    judge = new Judge(scene, cells);
    moves = new Moves(scene, cells, judge);
  }

  /** Explores all of it, or up to the first broken promise. */
  static Found explore(Scene scene) {
    return explore(scene, new TreeSet<>());
  }

  /** The same, and notes how it may end. */
  static Found explore(Scene scene, Set<String> endings) {
    Explorer all = new Explorer(scene);
    Found found = Search.of(all, new Worlds(new char[all.cells.width()]));
    endings.addAll(all.endings);
    return found;
  }

  @Override
  public char[] start() {
    return moves.start();
  }

  @Override
  public void next(char[] world, Steps<char[]> steps) {
    char[] kept = world.clone();
    moves.of(kept, steps);
  }

  @Override
  public Optional<String> fault(char[] world) {
    String broken = judge.broken(world);
    return broken.isEmpty() && visits++ > MOST
        ? Optional.of("more worlds than are explored")
        : (!broken.isEmpty() ? Optional.of(broken) : Optional.empty());
  }

  @Override
  public void visit(char[] world) {
    if (isEnd(world)) {
      endings.add(judge.ending(world));
    }
  }

  @Override
  public boolean isEnd(char[] world) {
    return judge.open(world).isEmpty();
  }

  @Override
  public Optional<String> withoutEnd() {
    return Optional.of("from here it can never be all ended");
  }
}
