package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.explorer.evidence.Scene.Keeping;
import io.twophase.domain.explorer.evidence.World.Left;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.util.ArrayList;

/** What may happen next. */
final class Moves {

  private final Scene scene;
  private final World world;
  private final java.util.List<Move<World>> moves = new ArrayList<>();

  private Moves(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  static java.util.List<Move<World>> of(Scene scene, World world) {
    Moves all = new Moves(scene, world);
    all.numbers();
    all.servers();
    all.inserts();
    all.retention();
    for (int at = 0; at < world.passes().size(); at++) {
      new PassMoves(scene, world, at, all::add).all();
    }
    return all.moves;
  }

  private void add(String line, World after) {
    moves.add(new Move<>(line, after));
  }

  /** Each record gets a number, whichever comes first; what is lost is given again. */
  private void numbers() {
    List<Integer> given = world.numbers();
    for (int record = 0; record < world.stored().size(); record++) {
      if (!given.contains(record)) {
        add(
            "number " + (given.size() + 1) + " is of t" + record,
            world.withNumbers(given.append(record), world.keptNumbers(), world.confirmed()));
      }
    }
    if (world.keptNumbers() < given.size()) {
      add("a majority has the numbers", world.withNumbers(given, given.size(), world.confirmed()));
    }
    if (world.confirmed() < world.keptNumbers()) {
      add(
          world.keptNumbers() + " is confirmed",
          world.withNumbers(given, world.keptNumbers(), world.keptNumbers()));
    }
  }

  private void servers() {
    int kept = world.size(true);
    Option<Leaf> next = world.leaf(kept + 1, false);
    if (next.isDefined()) {
      List<Option<Leaf>> leaves =
          world.leaves().update(kept, Option.some(new Leaf(next.get().leaf(), true)));
      World after = world.withLeaves(leaves);
      boolean isNew = after.heads().size() == kept;
      add(
          "a majority has leaf " + (kept + 1),
          after
              .tree(kept + 1, true)
              .filter(tree -> isNew)
              .map(tree -> after.seeing(tree.root()))
              .getOrElse(after));
    }
    Left left = world.left();
    boolean isLost = world.size(false) > kept || world.keptNumbers() < world.numbers().size();
    if (left.failovers() > 0 && isLost) {
      add(
          "failover: what no majority has is lost",
          world
              .withLeaves(world.leaves().take(kept))
              .withNumbers(
                  world.numbers().take(world.keptNumbers()), world.keptNumbers(), world.confirmed())
              .with(
                  new Left(
                      left.failovers() - 1,
                      left.cuts(),
                      left.stale(),
                      left.foreign(),
                      left.settings())));
    }
  }

  private void inserts() {
    for (int at = 0; at < world.inserts().size(); at++) {
      Insert insert = world.inserts().get(at);
      insert(at, insert);
      Left left = world.left();
      if (left.cuts() > 0 && insert.sender() >= 0) {
        World fewer =
            world.with(
                new Left(
                    left.failovers(),
                    left.cuts() - 1,
                    left.stale(),
                    left.foreign(),
                    left.settings()));
        Pass waiting = world.passes().get(insert.sender());
        add(
            "the insert of pass " + insert.sender() + " is lost",
            fewer.with(world.inserts().removeAt(at)).with(insert.sender(), waiting.looksAgain()));
        add(
            "the insert of pass " + insert.sender() + " is late",
            fewer
                .with(world.inserts().update(at, new Insert(-1, insert.leaves())))
                .with(insert.sender(), waiting.looksAgain()));
      }
    }
  }

  private void insert(int at, Insert insert) {
    TreeLeaf leaf = insert.leaves().get(0);
    int number = (int) leaf.number();
    java.util.List<TreeLeaf> rest = insert.leaves().subList(1, insert.leaves().size());
    boolean isFree = world.leaf(number, false).isEmpty();
    if (isFree || scene.lacks(Flaw.OVERWRITES)) {
      boolean wasKept = world.leaf(number, true).isDefined();
      List<Option<Leaf>> leaves = world.leaves();
      while (leaves.size() < number) {
        leaves = leaves.append(Option.none());
      }
      World after =
          world.withLeaves(leaves.update(number - 1, Option.some(new Leaf(leaf, wasKept))));
      goOn("leaf " + number + " is inserted", after, at, insert, rest);
    } else {
      boolean goesOn = scene.lacks(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN);
      goOn("leaf " + number + " is taken", world, at, insert, goesOn ? rest : java.util.List.of());
    }
  }

  private void goOn(
      String line, World after, int at, Insert insert, java.util.List<TreeLeaf> rest) {
    if (!rest.isEmpty()) {
      add(line, after.with(after.inserts().update(at, new Insert(insert.sender(), rest))));
      return;
    }
    World done = after.with(after.inserts().removeAt(at));
    add(
        line,
        insert.sender() < 0
            ? done
            : done.with(insert.sender(), done.passes().get(insert.sender()).looksAgain()));
  }

  private void retention() {
    for (int record = 0; record < world.stored().size(); record++) {
      if (world.stored().get(record) == Stored.RECORD) {
        if (world.keeping() != Keeping.ALL && mayGo(record)) {
          boolean leaves = world.keeping() == Keeping.RECEIPTS;
          add(
              "retention " + (leaves ? "replaces" : "removes") + " t" + record,
              world.withStored(record, leaves ? Stored.RECEIPT : Stored.REMOVED));
        }
        Left left = world.left();
        if (left.foreign() > 0) {
          add(
              "somebody removes t" + record,
              world
                  .withStored(record, Stored.TAKEN_AWAY)
                  .with(
                      new Left(
                          left.failovers(),
                          left.cuts(),
                          left.stale(),
                          left.foreign() - 1,
                          left.settings())));
        }
      }
    }
    settings();
  }

  /** It waits for the leaf, which a majority has. */
  private boolean mayGo(int record) {
    int number = world.numbers().indexOf(record) + 1;
    return scene.lacks(Flaw.RETENTION_DOES_NOT_WAIT)
        || (number > 0
            && number <= world.size(!scene.lacks(Flaw.RETENTION_TAKES_WHAT_MAY_BE_LOST)));
  }

  /** Receipts of all are there only if they were set before anything could be removed. */
  private void settings() {
    Left left = world.left();
    if (left.settings() == 0) {
      return;
    }
    World fewer =
        world.with(
            new Left(
                left.failovers(), left.cuts(), left.stale(), left.foreign(), left.settings() - 1));
    if (world.keeping() == Keeping.RECEIPTS) {
      add("receipts are kept for a time only", fewer.keeping(Keeping.NOTHING, false));
    } else {
      add("receipts are set", fewer.keeping(Keeping.RECEIPTS, world.keeping() == Keeping.ALL));
    }
  }
}
