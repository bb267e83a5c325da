package io.twophase.domain.explorer.evidence;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.vavr.control.Option;

/** Every world that a scene can come to. */
record Explorer(Scene scene) implements Space<World> {

  static Found explore(Scene scene) {
    return Search.of(new Explorer(scene));
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
  public Option<String> fault(World world) {
    return Judge.fault(scene, world);
  }
}
