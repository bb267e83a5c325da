package io.twophase.app.event;

/** A difference between a record and its leaf. */
public sealed interface LeafDifference {

  /** The transaction, or the batch. */
  String id();

  /** It is there, and is another. */
  record Changed(String id) implements LeafDifference {}

  /**
   * It is not there.
   *
   * @param leavesReceipt whether retention would have left a receipt in its place, if it is set to
   */
  record Removed(String id, boolean leavesReceipt) implements LeafDifference {}
}
