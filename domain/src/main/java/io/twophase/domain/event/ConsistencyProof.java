package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A proof that a tree is an older one that has grown: nothing of that was changed, removed, or put
 * in between. It needs no store, and no trust in who has made it.
 *
 * @param older how many leaves the older tree has
 * @param size how many leaves the tree has
 * @param path digests of both, from below
 */
public record ConsistencyProof(long older, long size, List<Digest> path) {

  /** The path does not change. */
  public ConsistencyProof {
    path = List.copyOf(path);
  }

  /** Returns whether it shows that of these two heads, by RFC 9162, section 2.1.4.2. */
  public boolean proves(TreeHead before, TreeHead after) {
    if (before.size() != older || after.size() != size || older > size) {
      return false;
    }
    if (older == 0) {
      return path.isEmpty() && before.equals(TreeHead.EMPTY);
    }
    if (older == size) {
      return path.isEmpty() && before.equals(after);
    }
    List<Digest> all = new ArrayList<>(path);
    if (Long.bitCount(older) == 1) {
      all.add(0, before.root());
    }
    return !all.isEmpty() && leadsTo(all, before.root(), true) && leadsTo(all, after.root(), false);
  }

  private boolean leadsTo(List<Digest> all, Digest root, boolean isOlder) {
    int shared = Long.numberOfTrailingZeros(older);
    long at = (older - 1) >> shared;
    long last = (size - 1) >> shared;
    List<Digest> beside = all.subList(1, all.size());
    return Paths.root(at, last, all.get(0), beside, isOlder).equals(Optional.of(root));
  }
}
