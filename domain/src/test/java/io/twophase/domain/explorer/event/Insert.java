package io.twophase.domain.explorer.event;

import java.util.List;

/**
 * An insert on its way.
 *
 * @param sender the pass that waits for it; -1 once it has given up
 * @param first the number of the first
 * @param records whose numbers they are
 * @param done how many have been inserted
 */
record Insert(int sender, int first, List<Integer> records, int done) {

  Insert abandoned() {
    return new Insert(-1, first, records, done);
  }

  Insert oneMore() {
    return new Insert(sender, first, records, done + 1);
  }

  boolean isDone() {
    return done == records.size();
  }
}
