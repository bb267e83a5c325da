package io.twophase.domain.explorer.tutorial;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import java.util.Optional;

/** Every world that the tutorial's workers can come to. */
record TutorialExplorer(TutorialWorld start) implements Space<TutorialWorld> {

  static Found explore(TutorialRole... roles) {
    return Search.of(new TutorialExplorer(TutorialWorld.of(roles)));
  }

  @Override
  public void next(TutorialWorld world, Steps<TutorialWorld> steps) {
    world.moves().forEach(move -> steps.to(move.world(), move::line));
  }

  @Override
  public Optional<String> fault(TutorialWorld world) {
    return world.fault();
  }
}
