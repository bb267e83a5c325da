package io.twophase.domain.explorer.breadth;

import java.util.Arrays;
import java.util.BitSet;

/** Which worlds lead to which, kept in the order of the worlds that they lead from. */
final class Ways {

  private static final int CHUNK = 1 << 18;

  private long[] starts = new long[1 << 16];
  private int[][] targets = new int[16][];
  private long size;

  /** The ways added from now on lead from this world, the next one. */
  void from(int world) {
    if (world == starts.length) {
      starts = Arrays.copyOf(starts, world + world / 2);
    }
    starts[world] = size;
  }

  /** One leads to this world. */
  void to(int world) {
    int chunk = (int) (size / CHUNK);
    if (chunk == targets.length) {
      targets = Arrays.copyOf(targets, chunk * 2);
    }
    int at = (int) (size % CHUNK);
    if (at == 0) {
      targets[chunk] = new int[CHUNK];
    }
    targets[chunk][at] = world;
    size++;
  }

  /** The first of so many worlds from which none of {@code ends} can be reached, else how many. */
  int withoutWayTo(BitSet ends, int worlds) {
    int before;
    do {
      before = ends.cardinality();
      // most ways lead to higher numbers, so going backwards few rounds are needed
      for (int at = worlds - 1; at >= 0; at--) {
        for (long way = starts[at]; way < starts[at + 1] && !ends.get(at); way++) {
          ends.set(at, ends.get(targets[(int) (way / CHUNK)][(int) (way % CHUNK)]));
        }
      }
    } while (ends.cardinality() > before);
    return ends.nextClearBit(0);
  }
}
