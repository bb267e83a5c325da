package io.twophase.domain.event;

/**
 * A node of the tree with all leaves below it that it can have. Such a node never changes, however
 * the tree grows.
 *
 * @param level 0 of a leaf; it has 2 to the power of this leaves
 * @param index how many of its level are left of it
 */
public record TreeNode(int level, long index) {

  /** The number of the last leaf below it, counted from 1: with that leaf the node is complete. */
  public long number() {
    return (index + 1) << level;
  }
}
