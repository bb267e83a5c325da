package io.twophase.domain.explorer.carried;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What an exploration begins with: decided transactions of one account, all of which have ended,
 * and two processes that make a pass each over pages of one, until told otherwise.
 */
final class Scene {

  /** For each transaction the record of several that decides it, or 0 if it is alone. */
  List<Integer> batches;

  /** How many of the first have ended. */
  int ended;

  /** The one that is held back until somebody lets it go; none if below zero. */
  int heldBack = -1;

  /** How many transactions are in a page, but for one record that has more. */
  int page = 1;

  int passes = 2;

  /** How many passes each process begins. */
  int runs = 1;

  /** How many writes may have no answer. */
  int unanswered;

  Flaw flaw = Flaw.NONE;

  private Scene(int count) {
    batches = Collections.nCopies(count, 0);
    ended = count;
  }

  static Scene of(int count) {
    return new Scene(count);
  }

  /** The first of these are members of one record. */
  Scene withBatchOf(int members) {
    batches = IntStream.range(0, batches.size()).mapToObj(at -> at < members ? 1 : 0).toList();
    return this;
  }

  Scene ended(int first) {
    ended = first;
    return this;
  }

  Scene heldBack(int one) {
    heldBack = one;
    return this;
  }

  Scene pages(int size) {
    page = size;
    return this;
  }

  Scene passes(int processes, int each) {
    passes = processes;
    runs = each;
    return this;
  }

  Scene unanswered(int most) {
    unanswered = most;
    return this;
  }

  Scene with(Flaw other) {
    flaw = other;
    return this;
  }

  boolean lacks(Flaw one) {
    return flaw == one;
  }
}
