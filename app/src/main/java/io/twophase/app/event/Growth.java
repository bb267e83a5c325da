package io.twophase.app.event;

/** The end of a pass that adds leaves to the tree. */
public sealed interface Growth {

  /** Returns how many leaves the tree had at the end. */
  long size();

  /** Each record that is numbered has its leaf. */
  record Whole(long size) implements Growth {}

  /**
   * The rest is for a later pass: a record is not shown as decided yet, or the store has not
   * answered.
   */
  record Later(long size) implements Growth {}

  /**
   * The next record cannot be read, or a leaf is missing on which the next would be built. The tree
   * does not grow until somebody has seen to that.
   *
   * @param id of the record, or which leaf
   * @param fault what is wrong with it
   */
  record Blocked(long size, String id, String fault) implements Growth {}
}
