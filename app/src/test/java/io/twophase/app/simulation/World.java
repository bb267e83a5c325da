package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.explorer.evidence.Scene.Keeping;
import io.vavr.collection.List;
import io.vavr.control.Option;

/**
 * All that there is at a moment. The numbers are from 1 on; number n is at first of record n - 1.
 *
 * @param stored what is in the place of each record
 * @param numbers whose each number is, as the primary has it
 * @param keptNumbers how many of them a majority has
 * @param confirmed up to where they are known to be kept
 * @param leaves in the order of their numbers, none in a gap
 * @param heads the roots of the trees of 1, 2, … leaves that were ever seen
 * @param keeping what retention does
 * @param ofAll whether nothing was ever removed without a receipt, as the settings know it
 */
record World(
    List<Stored> stored,
    List<Integer> numbers,
    int keptNumbers,
    int confirmed,
    List<Option<Leaf>> leaves,
    List<Digest> heads,
    Keeping keeping,
    boolean ofAll,
    List<Pass> passes,
    List<Insert> inserts,
    Left left,
    Option<String> fault) {

  /**
   * What may still go wrong.
   *
   * @param failovers how often the primary may fail
   * @param cuts how many inserts may be left half done, or come late
   * @param stale how many reads may show a record as it was before its decision
   * @param foreign how many records somebody may remove
   * @param settings how often somebody sets what retention leaves
   */
  record Left(int failovers, int cuts, int stale, int foreign, int settings) {}

  static World of(Scene scene) {
    return new World(
        List.fill(scene.records(), () -> Stored.RECORD),
        List.empty(),
        0,
        0,
        List.empty(),
        List.empty(),
        scene.keeping(),
        scene.keeping() == Keeping.RECEIPTS,
        List.fill(scene.passes(), () -> Pass.idle(scene.runs())),
        List.empty(),
        scene.left(),
        Option.none());
  }

  World withStored(int record, Stored what) {
    return new World(
        stored.update(record, what),
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        keeping,
        ofAll,
        passes,
        inserts,
        left,
        fault);
  }

  World withNumbers(List<Integer> all, int kept, int upTo) {
    return new World(
        stored, all, kept, upTo, leaves, heads, keeping, ofAll, passes, inserts, left, fault);
  }

  World withLeaves(List<Option<Leaf>> all) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        all,
        heads,
        keeping,
        ofAll,
        passes,
        inserts,
        left,
        fault);
  }

  World seeing(Digest head) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads.append(head),
        keeping,
        ofAll,
        passes,
        inserts,
        left,
        fault);
  }

  World keeping(Keeping what, boolean isOfAll) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        what,
        isOfAll,
        passes,
        inserts,
        left,
        fault);
  }

  World with(int at, Pass pass) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        keeping,
        ofAll,
        passes.update(at, pass),
        inserts,
        left,
        fault);
  }

  World with(List<Insert> all) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        keeping,
        ofAll,
        passes,
        all,
        left,
        fault);
  }

  World with(Left other) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        keeping,
        ofAll,
        passes,
        inserts,
        other,
        fault);
  }

  World with(String what) {
    return new World(
        stored,
        numbers,
        keptNumbers,
        confirmed,
        leaves,
        heads,
        keeping,
        ofAll,
        passes,
        inserts,
        left,
        Option.some(what));
  }

  /** The leaf of a number, as a majority has it, or as the primary has it. */
  Option<Leaf> leaf(int number, boolean keptOnly) {
    return number > leaves.size()
        ? Option.none()
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
  Option<Frontier> tree(int size, boolean keptOnly) {
    Frontier tree = Frontier.EMPTY;
    for (int number = 1; number <= size; number++) {
      Option<Leaf> leaf = leaf(number, keptOnly);
      if (leaf.isEmpty()) {
        return Option.none();
      }
      tree = tree.with(leaf.get().leaf().digest()).frontier();
    }
    return Option.some(tree);
  }
}
