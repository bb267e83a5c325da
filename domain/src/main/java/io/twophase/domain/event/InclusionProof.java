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
    return index < 0 || index >= size
        ? Optional.empty()
        : Paths.root(index, size - 1, leaf, path, false);
  }
}
