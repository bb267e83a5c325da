package io.twophase.domain.event;

import java.util.List;

/**
 * A leaf as the store keeps it, with the nodes that it completes: so each complete node is kept
 * once, and a proof reads as many leaves as the tree has levels, or some more. It is inserted once
 * and never changes.
 *
 * @param number the number of the record, from 1 on: its place in the tree
 * @param nodes the digests of the nodes that it completes, its own the first, then from below
 * @param members of a batch's record, the digests of its members, each in its place; they stay when
 *     the members are removed
 */
public record TreeLeaf(long number, List<Digest> nodes, List<Digest> members) {

  /**
   * @throws IllegalArgumentException if there is no such number, or it does not complete so many
   *     nodes
   */
  public TreeLeaf {
    nodes = List.copyOf(nodes);
    members = List.copyOf(members);
    if (number < 1 || nodes.size() != 1 + Long.numberOfTrailingZeros(number)) {
      throw new IllegalArgumentException("leaf " + number + " with " + nodes.size() + " nodes");
    }
  }

  /** Its own digest. */
  public Digest digest() {
    return nodes.get(0);
  }
}
