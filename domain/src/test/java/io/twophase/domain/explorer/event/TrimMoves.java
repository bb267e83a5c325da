package io.twophase.domain.explorer.event;

import java.util.function.BiConsumer;

/** What retention and the trimming of numbers can do next. */
final class TrimMoves {

  private final Scene scene;
  private final World world;
  private final BiConsumer<String, World> moves;

  TrimMoves(Scene scene, World world, BiConsumer<String, World> moves) {
    this.scene = scene;
    this.world = world;
    this.moves = moves;
  }

  void all() {
    if (scene.trims() > 0) {
      removals();
      trim();
    }
  }

  /** Retention waits for the consumers, and where there is none for nobody. */
  private void removals() {
    for (int at = 0; at < world.records().size(); at++) {
      Stored stored = world.records().get(at);
      boolean isCertain = stored.isAnswered() && stored.primary() == stored.majority();
      if (stored.isThere() && isCertain && isRead(at)) {
        moves.accept(World.id(at) + " is removed", world.record(at, stored.removed()));
      }
    }
  }

  private boolean isRead(int record) {
    if (scene.consumers() == 0) {
      return true;
    }
    for (int number = 1; number <= world.noted(); number++) {
      if (world.given(number).record() == record) {
        return true;
      }
    }
    return false;
  }

  /** It is noted first, and the numbers are removed then; or later, by who comes by; or never. */
  private void trim() {
    int upTo = world.trimmed();
    while (mayBeTrimmed(upTo + 1)) {
      upTo++;
    }
    boolean isWanted = world.left().trims() > 0 && upTo > world.trimmed();
    World fewer = isWanted ? world.left(world.left().oneTrimLess()) : world;
    if (isWanted && scene.flaw() == Flaw.REMOVES_BEFORE_IT_NOTES) {
      moves.accept("numbers up to " + upTo + " are removed", fewer.without(upTo));
    } else if (isWanted) {
      moves.accept("numbers up to " + upTo + " are noted as trimmed", fewer.trimmed(upTo));
    }
    World removed = world.without(world.trimmed());
    if (!removed.equals(world)) {
      moves.accept("numbers up to " + world.trimmed() + " are removed", removed);
    }
  }

  private boolean mayBeTrimmed(int number) {
    Given given = world.given(number);
    return given.isKept()
        && (number <= world.confirmed() || scene.flaw() == Flaw.TRIMS_WHAT_IS_NOT_CONFIRMED)
        && (number <= world.noted() || scene.consumers() == 0)
        && (world.records().get(given.record()).majority() == Stored.Stage.REMOVED
            || scene.flaw() == Flaw.TRIMS_WHAT_IS_THERE);
  }
}
