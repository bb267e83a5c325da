package io.twophase.domain.explorer.receipt;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;

/** Every world that a scene can come to, from each of which nothing may stay held for ever. */
record Explorer(Scene scene) implements Space<World> {

  static Found explore(Scene scene) {
    return Search.of(new Explorer(scene));
  }

  @Override
  public World start() {
    return scene.start();
  }

  @Override
  public void next(World world, Steps<World> steps) {
    Moves.of(scene, world).forEach(move -> steps.to(move.world(), move::line));
  }

  @Override
  public Option<String> fault(World world) {
    return world.fault().orElse(() -> inMoney(world));
  }

  private static Option<String> inMoney(World world) {
    if (world.holds() > 0 || !world.isAtRest()) {
      return Option.none();
    }
    long balance = world.accounts().get(Scene.A).get().balance();
    long due = world.known().balance();
    return Option.when(balance != due, () -> "A has " + balance + ", and it should be " + due);
  }

  /** All is finished, and nothing is held; but what is authorized may wait. */
  @Override
  public boolean isEnd(World world) {
    boolean waits = world.slots().values().exists(slot -> isIn(State.AUTHORIZED, slot));
    return world.isAtRest()
        && (waits || world.holds() == 0)
        && world
            .slots()
            .values()
            .forAll(
                slot ->
                    !(slot instanceof Slot.Lone lone)
                        || lone.record().state().isFinal()
                        || isIn(State.AUTHORIZED, slot));
  }

  private static boolean isIn(State state, Slot slot) {
    return slot instanceof Slot.Lone lone && lone.record().state() == state;
  }

  @Override
  public Option<String> withoutEnd() {
    return Option.some("something stays held, or open, for ever");
  }
}
