package io.twophase.domain.explorer.carried;

import java.util.List;

/**
 * What an exploration begins with: decided transactions of one account, some of which have ended.
 *
 * @param batches for each transaction the batch that decides it, or 0 if it is a lone one
 * @param ended how many of the first have ended
 * @param heldBack the one that is held back until somebody lets it go; none if below zero
 * @param page how many lone ones are in a page
 * @param passes how many processes make passes
 * @param runs how many passes each begins
 * @param unanswered how many writes may have no answer
 * @param flaw the rule that is left out
 */
record Scene(
    List<Integer> batches,
    int ended,
    int heldBack,
    int page,
    int passes,
    int runs,
    int unanswered,
    Flaw flaw) {

  static Scene ofLone(int count) {
    return new Scene(java.util.Collections.nCopies(count, 0), count, -1, 1, 2, 1, 0, Flaw.NONE);
  }

  /** The first of these are transfers of one batch. */
  Scene withBatchOf(int members) {
    List<Integer> all =
        java.util.stream.IntStream.range(0, batches.size())
            .mapToObj(at -> at < members ? 1 : 0)
            .toList();
    return new Scene(all, ended, heldBack, page, passes, runs, unanswered, flaw);
  }

  Scene ended(int first) {
    return new Scene(batches, first, heldBack, page, passes, runs, unanswered, flaw);
  }

  Scene heldBack(int one) {
    return new Scene(batches, ended, one, page, passes, runs, unanswered, flaw);
  }

  Scene pages(int size) {
    return new Scene(batches, ended, heldBack, size, passes, runs, unanswered, flaw);
  }

  Scene passes(int processes, int each) {
    return new Scene(batches, ended, heldBack, page, processes, each, unanswered, flaw);
  }

  Scene unanswered(int most) {
    return new Scene(batches, ended, heldBack, page, passes, runs, most, flaw);
  }

  Scene with(Flaw other) {
    return new Scene(batches, ended, heldBack, page, passes, runs, unanswered, other);
  }

  boolean has(Flaw one) {
    return flaw == one;
  }
}
