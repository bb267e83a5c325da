package io.twophase.domain.explorer.carried;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.vavr.control.Option;
import java.math.BigInteger;

/** Every world that a scene can come to. */
final class Explorer implements Space<World> {

  private final Scene scene;
  private boolean emptied;

  Explorer(Scene scene) {
    this.scene = scene;
  }

  Found explore() {
    return Search.of(this);
  }

  /** Whether there was one in which all is removed. */
  boolean emptied() {
    return emptied;
  }

  @Override
  public World start() {
    return World.of(scene);
  }

  @Override
  public void next(World world, Steps<World> steps) {
    Moves.of(scene, world).forEach(move -> steps.to(move.world(), move::line));
  }

  @Override
  public void visit(World world) {
    emptied |= world.there().isEmpty();
  }

  /** What is carried, and what is there and not carried, is all there ever was. */
  @Override
  public Option<String> fault(World world) {
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
}
