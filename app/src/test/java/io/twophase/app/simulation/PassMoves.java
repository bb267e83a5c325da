package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.explorer.evidence.World.Left;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.BiConsumer;

/** What a process that adds leaves may do next. */
final class PassMoves {

  private final Scene scene;
  private final World world;
  private final int me;
  private final Pass pass;
  private final BiConsumer<String, World> moves;

  PassMoves(Scene scene, World world, int me, BiConsumer<String, World> moves) {
    this.scene = scene;
    this.world = world;
    this.me = me;
    this.pass = world.passes().get(me);
    this.moves = moves;
  }

  void all() {
    if (pass.runs() == 0 || pass.waits()) {
      return;
    }
    if (pass.tree().isEmpty()) {
      look();
      return;
    }
    add("dies", world, pass.ended());
    int number = (int) pass.tree().get().size() + 1;
    if (number <= pass.confirmed()) {
      make(number);
    } else if (pass.made().isEmpty()) {
      add("ends", world, pass.ended());
    } else {
      World sending = world.with(world.inserts().append(new Insert(me, pass.made().asJava())));
      add("sends " + pass.made().size() + " leaves", sending, pass.sent());
    }
  }

  private void look() {
    boolean keptOnly = !scene.lacks(Flaw.BUILDS_ON_WHAT_MAY_BE_LOST);
    int upTo =
        scene.lacks(Flaw.TAKES_WHAT_IS_NOT_CONFIRMED) ? world.numbers().size() : world.confirmed();
    int size = world.size(keptOnly);
    Option<Frontier> tree = world.tree(size, keptOnly);
    if (tree.isDefined() && size < upTo) {
      add("looks: " + size + " of " + upTo + " have leaves", world, pass.looked(tree.get(), upTo));
    }
  }

  /** Reads the record of the number that is next, and makes its leaf. */
  private void make(int number) {
    if (number > world.numbers().size()) {
      add("finds no number " + number, world, pass.upTo(number - 1));
      return;
    }
    int record = world.numbers().get(number - 1);
    boolean isThere = world.stored().get(record) == Stored.RECORD;
    make(
        number,
        isThere ? Judge.content(number, record) : Judge.gone(number, record),
        (isThere ? "reads t" : "does not find t") + record);
    Left left = world.left();
    if (isThere && left.stale() > 0) {
      World fewer =
          world.with(
              new Left(
                  left.failovers(),
                  left.cuts(),
                  left.stale() - 1,
                  left.foreign(),
                  left.settings()));
      String line = "reads t" + record + " as it was before its decision";
      if (scene.lacks(Flaw.TAKES_UNDECIDED_FOR_GONE)) {
        add(line, fewer, made(number, Judge.gone(number, record)));
      } else {
        add(line, fewer, pass.upTo(number - 1));
      }
    }
  }

  private void make(int number, Digest content, String line) {
    add(line, world, made(number, content));
  }

  private Pass made(int number, Digest content) {
    Frontier.Grown grown = pass.tree().get().with(content);
    return pass.making(grown.frontier(), new TreeLeaf(number, grown.nodes(), List.of()));
  }

  private void add(String line, World changed, Pass after) {
    moves.accept("pass " + me + " " + line, changed.with(me, after));
  }
}
