package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;

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
    List<Digest> all = new ArrayList<>();
    if (Long.bitCount(older) == 1) {
      all.add(before.root());
    }
    all.addAll(path);
    return !all.isEmpty() && leadsTo(all, before.root(), after.root());
  }

  private boolean leadsTo(List<Digest> all, Digest rootBefore, Digest rootAfter) {
    int shared = Long.numberOfTrailingZeros(older);
    long at = (older - 1) >> shared;
    long last = (size - 1) >> shared;
    Digest before = all.get(0);
    Digest after = all.get(0);
    for (Digest beside : all.subList(1, all.size())) {
      if (last == 0) {
        return false;
      }
      if ((at & 1) == 1 || at == last) {
        before = Digest.ofNode(beside, before);
        after = Digest.ofNode(beside, after);
        while ((at & 1) == 0 && at != 0) {
          at >>= 1;
          last >>= 1;
        }
      } else {
        after = Digest.ofNode(after, beside);
      }
      at >>= 1;
      last >>= 1;
    }
    return last == 0 && before.equals(rootBefore) && after.equals(rootAfter);
  }
}
