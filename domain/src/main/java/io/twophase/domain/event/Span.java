package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Some leaves side by side that have one node above them and above no others, in a tree of some
 * size: {@code D[from:to]} of RFC 9162, section 2.1.
 *
 * @param from how many leaves are left of them
 * @param to how many are left of their end
 */
public record Span(long from, long to) {

  private static final int BITS = Long.SIZE - 1;

  /**
   * @throws IllegalArgumentException if there is no leaf in it
   */
  public Span {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException("leaves " + from + " to " + to);
    }
  }

  /** The complete nodes that it consists of, the largest and leftmost first. */
  public List<TreeNode> nodes() {
    List<TreeNode> nodes = new ArrayList<>();
    long at = from;
    while (at < to) {
      int largest = BITS - Long.numberOfLeadingZeros(to - at);
      int level = Math.min(Long.numberOfTrailingZeros(at), largest);
      nodes.add(new TreeNode(level, at >> level));
      at += 1L << level;
    }
    return nodes;
  }

  /**
   * The digest of the node above them.
   *
   * @param digests those of {@link #nodes}
   */
  public Digest digest(Function<TreeNode, Digest> digests) {
    return joined(nodes().stream().map(digests).toList());
  }

  /** The digest above complete nodes side by side, each of a lower level than the one before. */
  static Digest joined(List<Digest> nodes) {
    int last = nodes.size() - 1;
    Digest all = nodes.get(last);
    for (int at = last - 1; at >= 0; at--) {
      all = Digest.ofNode(nodes.get(at), all);
    }
    return all;
  }
}
