package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The leaves whose digests make up a proof, by RFC 9162, sections 2.1.3.1 and 2.1.4.1. */
public final class Paths {

  private Paths() {}

  /**
   * Returns what leads from a leaf to the root, from below.
   *
   * @param index how many leaves are left of it, less than {@code size}
   * @param size how many leaves the tree has
   */
  public static List<Span> inclusion(long index, long size) {
    if (index < 0 || index >= size) {
      throw new IllegalArgumentException("leaf " + index + " of " + size);
    }
    List<Span> path = new ArrayList<>();
    inclusion(index, 0, size, path);
    return path;
  }

  private static void inclusion(long index, long from, long to, List<Span> path) {
    if (to - from == 1) {
      return;
    }
    long middle = from + leftOf(to - from);
    if (index < middle) {
      inclusion(index, from, middle, path);
      path.add(new Span(middle, to));
    } else {
      inclusion(index, middle, to, path);
      path.add(new Span(from, middle));
    }
  }

  /**
   * Returns what shows that a tree of {@code size} leaves is one of {@code older} leaves that has
   * grown. Nothing has to be shown of a tree without leaves, and of two that are the same.
   */
  public static List<Span> consistency(long older, long size) {
    if (older < 0 || older > size) {
      throw new IllegalArgumentException(older + " leaves of " + size);
    }
    List<Span> path = new ArrayList<>();
    if (older > 0 && older < size) {
      consistency(older, 0, size, path);
    }
    return path;
  }

  private static void consistency(long older, long from, long to, List<Span> path) {
    if (older == to) {
      if (from > 0) {
        path.add(new Span(from, to));
      }
      return;
    }
    long middle = from + leftOf(to - from);
    if (older <= middle) {
      consistency(older, from, middle, path);
      path.add(new Span(middle, to));
    } else {
      consistency(older, middle, to, path);
      path.add(new Span(from, middle));
    }
  }

  /**
   * Returns the root to which a path leads, by sections 2.1.3.2 and 2.1.4.2; none if the path is
   * too long or too short.
   *
   * @param index how many nodes of its level are left of the node
   * @param end the index of the last node of that level
   * @param isOlder whether the tree is asked for that ends with the node, and has nothing that is
   *     right of it
   */
  static Optional<Digest> root(
      long index, long end, Digest node, List<Digest> path, boolean isOlder) {
    long at = index;
    long last = end;
    Digest root = node;
    for (Digest beside : path) {
      if (last == 0) {
        return Optional.empty();
      }
      if ((at & 1) == 1 || at == last) {
        root = Digest.ofNode(beside, root);
        int alone = Long.numberOfTrailingZeros(at);
        at >>= alone;
        last >>= alone;
      } else if (!isOlder) {
        root = Digest.ofNode(root, beside);
      }
      at >>= 1;
      last >>= 1;
    }
    return last == 0 ? Optional.of(root) : Optional.empty();
  }

  /**
   * Returns how many of some leaves are below the left node: the largest power of 2 that is not
   * all.
   */
  private static long leftOf(long count) {
    return Long.highestOneBit(count - 1);
  }
}
