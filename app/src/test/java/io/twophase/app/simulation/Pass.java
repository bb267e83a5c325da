package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.TreeLeaf;
import io.vavr.collection.List;
import io.vavr.control.Option;

/**
 * A process that adds leaves.
 *
 * @param runs how many passes it will still begin
 * @param tree the tree that it has read, and builds on; none before it has looked
 * @param confirmed up to where it has read that the numbers are confirmed
 * @param made the leaves that it has made behind that
 * @param waits whether it has sent them, and waits
 */
record Pass(int runs, Option<Frontier> tree, int confirmed, List<TreeLeaf> made, boolean waits) {

  static Pass idle(int runs) {
    return new Pass(runs, Option.none(), 0, List.empty(), false);
  }

  Pass looked(Frontier at, int upTo) {
    return new Pass(runs, Option.some(at), upTo, List.empty(), false);
  }

  Pass making(Frontier next, TreeLeaf leaf) {
    return new Pass(runs, Option.some(next), confirmed, made.append(leaf), false);
  }

  /** Makes no more leaves for now: those that are made are sent. */
  Pass upTo(int number) {
    return new Pass(runs, tree, number, made, false);
  }

  Pass sent() {
    return new Pass(runs, tree, confirmed, made, true);
  }

  /** What it has read is old by now: it looks again. */
  Pass looksAgain() {
    return idle(runs);
  }

  Pass ended() {
    return idle(runs - 1);
  }
}
