package io.twophase.domain.explorer.evidence;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.RecordText;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallWorld;
import io.twophase.domain.hold.RecordId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** All that there is at a moment. The numbers are from 1 on. */
final class World extends SmallWorld<World> {

  /** What is in the place of each record. */
  List<Stored> stored;

  /** Whose each number is, as the primary has it. */
  List<Integer> numbers = List.of();

  /** How many numbers a majority has. */
  int keptNumbers;

  /** Up to where they are known to be kept. */
  int confirmed;

  /** In the order of their numbers, none in a gap. */
  List<Optional<Leaf>> leaves = List.of();

  /** The roots of the trees of 1, 2, … leaves that were ever seen. */
  List<Digest> heads = List.of();

  Keeping keeping;

  /** Whether nothing was ever removed without a receipt, as the settings know it. */
  boolean ofAll;

  List<Pass> passes;
  List<Insert> inserts = List.of();
  int failovers;
  int cuts;
  int stale;
  int foreign;
  int settings;

  /** What retention does. */
  enum Keeping {
    /** It removes nothing. */
    ALL,
    /** It removes what has its leaf, and leaves nothing. */
    NOTHING,
    /** It leaves a receipt of each that it removes, for ever, from the first on. */
    RECEIPTS
  }

  /** What is in the place of a decided record. */
  enum Stored {
    /** The record. */
    RECORD,
    /** The receipt that retention has left. */
    RECEIPT,
    /** Nothing: retention has removed it. */
    REMOVED,
    /** Nothing: somebody else has removed it. */
    TAKEN_AWAY
  }

  /** A leaf as the primary has it, and whether a majority has it. */
  record Leaf(TreeLeaf leaf, boolean isKept) {}

  /**
   * An insert on its way.
   *
   * @param sender the pass that waits for it; -1 once it has given up
   * @param leaves those that are still to be inserted
   * @param isBegun whether a server is in the middle of it: then it ends with that server
   */
  record Insert(int sender, List<TreeLeaf> leaves, boolean isBegun) {}

  /**
   * A process that adds leaves.
   *
   * @param runs how many passes it will still begin
   * @param tree the tree that it has read, and builds on; none before it has looked
   * @param confirmed up to where it has read that the numbers are confirmed
   * @param made the leaves that it has made behind that
   * @param waits whether it has sent them, and waits
   */
  record Pass(
      int runs, Optional<Frontier> tree, int confirmed, List<TreeLeaf> made, boolean waits) {

    static Pass idle(int runs) {
      return new Pass(runs, Optional.empty(), 0, List.of(), false);
    }

    /** Makes no more leaves for now: those that are made are sent. */
    Pass upTo(int number) {
      return new Pass(runs, tree, number, made, waits);
    }
  }

  World(Scene scene) {
    stored = Collections.nCopies(scene.get("records"), Stored.RECORD);
    keeping =
        scene.has("receipts")
            ? Keeping.RECEIPTS
            : scene.has("removes") ? Keeping.NOTHING : Keeping.ALL;
    ofAll = keeping == Keeping.RECEIPTS;
    passes = Collections.nCopies(scene.get("passes"), Pass.idle(scene.get("runs")));
    failovers = scene.get("failovers");
    cuts = scene.get("cuts");
    stale = scene.get("stale");
    foreign = scene.get("foreign");
    settings = scene.get("settings");
  }

  @Override
  protected List<?> cells() {
    return List.of(
        stored,
        numbers,
        leaves,
        heads,
        keeping,
        ofAll,
        passes,
        inserts,
        List.of(keptNumbers, confirmed, failovers, cuts, stale, foreign, settings));
  }

  /** What the leaf of a record is the digest of. */
  static Digest content(int number, int record) {
    return Digest.ofLeaf("number " + number + ", record " + record);
  }

  /** The same of one that is not there. */
  static Digest gone(int number, int record) {
    return Digest.ofLeaf(RecordText.removed(number, Optional.of(new RecordId("t" + record))));
  }

  /** The leaf of a number, as a majority has it, or as the primary has it. */
  Optional<Leaf> leaf(int number, boolean keptOnly) {
    return number > leaves.size()
        ? Optional.empty()
        : leaves.get(number - 1).filter(leaf -> leaf.isKept() || !keptOnly);
  }

  /** The number of the last leaf, as a majority or the primary has it. */
  int size(boolean keptOnly) {
    int last = leaves.size();
    while (last > 0 && leaf(last, keptOnly).isEmpty()) {
      last--;
    }
    return last;
  }

  /** The tree of the first leaves, if all of it is there. */
  Optional<Frontier> tree(int size, boolean keptOnly) {
    Frontier tree = Frontier.EMPTY;
    for (int number = 1; number <= size; number++) {
      Optional<Leaf> leaf = leaf(number, keptOnly);
      if (leaf.isEmpty()) {
        return Optional.empty();
      }
      tree = tree.with(leaf.orElseThrow().leaf().digest()).frontier();
    }
    return Optional.of(tree);
  }

  void store(int record, Stored what) {
    stored = with(stored, record, what);
  }

  void put(int number, Leaf leaf) {
    while (leaves.size() < number) {
      leaves = plus(leaves, Optional.empty());
    }
    leaves = with(leaves, number - 1, Optional.of(leaf));
  }

  void pass(int at, Pass pass) {
    passes = with(passes, at, pass);
  }

  /** A pass that waits for an insert looks again: what it has read is old by now. */
  void tell(Insert insert) {
    if (insert.sender() >= 0) {
      pass(insert.sender(), Pass.idle(passes.get(insert.sender()).runs()));
    }
  }
}
