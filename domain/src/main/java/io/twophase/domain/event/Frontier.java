package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The right edge of a tree: all that must be known of it to add a leaf.
 *
 * @param size how many leaves the tree has
 * @param nodes the complete nodes that it consists of, the largest and leftmost first
 */
public record Frontier(long size, List<Digest> nodes) {

  /** The frontier of a tree without leaves. */
  public static final Frontier EMPTY = new Frontier(0, List.of());

  /**
   * @throws IllegalArgumentException if a tree of that size does not consist of so many nodes
   */
  public Frontier {
    nodes = List.copyOf(nodes);
    if (size < 0 || nodes.size() != Long.bitCount(size)) {
      throw new IllegalArgumentException(nodes.size() + " nodes of " + size + " leaves");
    }
  }

  /**
   * One leaf more.
   *
   * @param frontier of the tree that has it
   * @param nodes those that it completes, itself the first, then from below
   */
  public record Grown(Frontier frontier, List<Digest> nodes) {}

  /** Returns the frontier of a tree of so many leaves, by the digests of its nodes. */
  public static Frontier of(long size, Function<TreeNode, Digest> digests) {
    return size == 0
        ? EMPTY
        : new Frontier(size, new Span(0, size).nodes().stream().map(digests).toList());
  }

  /** Returns the frontier of a tree of these leaves. */
  public static Frontier of(List<Digest> leaves) {
    Frontier frontier = EMPTY;
    for (Digest leaf : leaves) {
      frontier = frontier.with(leaf).frontier();
    }
    return frontier;
  }

  /** The tree with one leaf more. */
  public Grown with(Digest leaf) {
    List<Digest> edge = new ArrayList<>(nodes);
    List<Digest> completed = new ArrayList<>();
    Digest node = leaf;
    completed.add(node);
    for (long left = size; (left & 1) == 1; left >>= 1) {
      node = Digest.ofNode(edge.remove(edge.size() - 1), node);
      completed.add(node);
    }
    edge.add(node);
    return new Grown(new Frontier(size + 1, edge), List.copyOf(completed));
  }

  /** The root of the tree. */
  public Digest root() {
    return nodes.isEmpty() ? Digest.OF_NOTHING : Span.joined(nodes);
  }

  /** Returns what names the tree. */
  public TreeHead head() {
    return new TreeHead(size, root());
  }
}
