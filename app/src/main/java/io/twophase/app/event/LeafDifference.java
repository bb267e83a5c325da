package io.twophase.app.event;

/** Where a record is not what its leaf says that it was. */
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
