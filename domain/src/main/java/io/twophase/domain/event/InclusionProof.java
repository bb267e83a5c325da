package io.twophase.domain.event;

import java.util.List;
import java.util.Optional;

/**
 * A proof that a leaf is in a tree: the digests beside its way to the root. It needs no store, and
 * no trust in who has made it.
 *
 * @param index how many leaves are left of it
 * @param size how many leaves the tree has
 * @param path the digests, from below
 */
public record InclusionProof(long index, long size, List<Digest> path) {

  /** The path does not change. */
  public InclusionProof {
    path = List.copyOf(path);
  }

  /** Returns the proof of one of these leaves, in the tree of them all. */
  public static InclusionProof of(int index, List<Digest> leaves) {
    return new InclusionProof(
        index,
        leaves.size(),
        Paths.inclusion(index, leaves.size()).stream()
            .map(span -> Frontier.of(leaves.subList((int) span.from(), (int) span.to())).root())
            .toList());
  }

  /**
   * The root of the tree that has this leaf in that place, by RFC 9162, section 2.1.3.2. None if
   * the path is too long or too short.
   */
  public Optional<Digest> root(Digest leaf) {
    if (index < 0 || index >= size) {
      return Optional.empty();
    }
    long at = index;
    long last = size - 1;
    Digest node = leaf;
    for (Digest beside : path) {
      if (last == 0) {
        return Optional.empty();
      }
      if ((at & 1) == 1 || at == last) {
        node = Digest.ofNode(beside, node);
        while ((at & 1) == 0 && at != 0) {
          at >>= 1;
          last >>= 1;
        }
      } else {
        node = Digest.ofNode(node, beside);
      }
      at >>= 1;
      last >>= 1;
    }
    return last == 0 ? Optional.of(node) : Optional.empty();
  }
}
