package io.twophase.domain.explorer.evidence;

import static io.twophase.domain.explorer.evidence.Flaw.TAKES_RECEIPTS_FOR_NOTHING;
import static io.twophase.domain.explorer.evidence.World.Keeping.RECEIPTS;
import static io.twophase.domain.explorer.evidence.World.Stored.RECEIPT;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.evidence.World.Keeping;
import io.twophase.domain.explorer.evidence.World.Leaf;
import io.twophase.domain.explorer.evidence.World.Stored;
import java.util.Optional;

/**
 * What must hold of every world: what a majority has of the tree has no gap and each leaf follows
 * from those before it; a head that was seen stays; and the audit names what somebody else has
 * removed, where that can be told, and nothing else.
 */
final class Judge {

  private final Scene scene;
  private final World world;

  Judge(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  Optional<String> fault() {
    return inTree().or(this::inAudit);
  }

  private Optional<String> inTree() {
    Frontier tree = Frontier.EMPTY;
    int size = world.size(true);
    for (int number = 1; number <= size; number++) {
      Optional<Leaf> leaf = world.leaf(number, true);
      if (leaf.isEmpty()) {
        return Optional.of("there is no leaf " + number);
      }
      Frontier.Grown grown = tree.with(leaf.orElseThrow().leaf().digest());
      if (!grown.nodes().equals(leaf.orElseThrow().leaf().nodes())) {
        return Optional.of("leaf " + number + " does not follow from those before it");
      }
      tree = grown.frontier();
      if (number <= world.heads.size() && !world.heads.get(number - 1).equals(tree.root())) {
        return Optional.of("the head of " + number + " is another than it was");
      }
    }
    return size < world.heads.size()
        ? Optional.of("the tree has shrunk to " + size + " leaves")
        : Optional.empty();
  }

  private Optional<String> inAudit() {
    int size = world.size(true);
    for (int number = 1; number <= size; number++) {
      if (number > world.numbers.size()) {
        return Optional.of("leaf " + number + " is of a number that was lost");
      }
      int record = world.numbers.get(number - 1);
      Stored stored = world.stored.get(record);
      Digest leaf = world.leaf(number, true).orElseThrow().leaf().digest();
      boolean saysGone = leaf.equals(World.gone(number, record));
      if (saysGone && stored != Stored.TAKEN_AWAY) {
        return Optional.of("leaf " + number + " says that its record was gone, and it was not");
      }
      boolean isSame = stored == Stored.RECORD && leaf.equals(World.content(number, record));
      boolean isNamed = !isSame && !saysGone && isNamed(stored);
      boolean isForeign = !saysGone && stored == Stored.TAKEN_AWAY;
      if (isNamed && !isForeign) {
        return Optional.of("the audit names t" + record + ", and nobody has touched it");
      }
      if (isForeign && !isNamed && canBeTold()) {
        return Optional.of("the audit does not name t" + record + ", which somebody removed");
      }
    }
    return Optional.empty();
  }

  /** It can be told where retention never removed anything, or always left a receipt. */
  private boolean canBeTold() {
    return !world.stored.contains(Stored.REMOVED) && (world.keeping == Keeping.ALL || world.ofAll);
  }

  /** As the audit of the library does it, for a record that is not as its leaf says. */
  private boolean isNamed(Stored stored) {
    if (stored == Stored.RECORD) {
      return true;
    }
    if (scene.lacks(Flaw.NAMES_NOTHING)) {
      return world.keeping == Keeping.ALL;
    }
    boolean always = world.keeping == Keeping.ALL || scene.lacks(Flaw.NAMES_ALL_THAT_IS_GONE);
    boolean receipts = scene.lacks(Flaw.ASKS_ONLY_OF_NOW) ? world.keeping == RECEIPTS : world.ofAll;
    return stored == RECEIPT ? scene.lacks(TAKES_RECEIPTS_FOR_NOTHING) : always || receipts;
  }
}
