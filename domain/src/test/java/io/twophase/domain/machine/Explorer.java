package io.twophase.domain.machine;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Every world that can come of a scene, from each of which all must be able to end. */
final class Explorer implements Space<String> {

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

  /** Explores all of it, or up to the first broken promise, and prints what that came to. */
  static Found explore(String what, Scene scene) {
    return explore(what, scene, new TreeSet<>());
  }

  /** The same, and notes how it may end. */
  static Found explore(String what, Scene scene, Set<String> endings) {
    long start = System.nanoTime();
    Explorer all = new Explorer(scene);
    Found found = Search.of(all);
    endings.addAll(all.endings);
    System.out.printf(
        "%-45s %4d steps %9d states %4d endings %6d ms %s%n",
        what,
        found.trace().size(),
        found.states(),
        endings.size(),
        (System.nanoTime() - start) / 1_000_000,
        found.fault().orElse("-"));
    return found;
  }

  @Override
  public String start() {
    return new String(moves.start());
  }

  @Override
  public void next(String world, Steps<String> steps) {
    moves.of(world.toCharArray(), (next, line) -> steps.to(new String(next), line));
  }

  @Override
  public Optional<String> fault(String world) {
    String broken = judge.broken(world.toCharArray());
    return broken.isEmpty() && visits++ > MOST
        ? Optional.of("more worlds than are explored")
        : (!broken.isEmpty() ? Optional.of(broken) : Optional.empty());
  }

  @Override
  public void visit(String world) {
    if (isEnd(world)) {
      endings.add(judge.ending(world.toCharArray()));
    }
  }

  @Override
  public boolean isEnd(String world) {
    return judge.open(world.toCharArray()).isEmpty();
  }

  @Override
  public Optional<String> withoutEnd() {
    return Optional.of("from here it can never be all ended");
  }
}
