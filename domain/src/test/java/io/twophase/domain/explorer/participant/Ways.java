package io.twophase.domain.explorer.participant;

import java.util.Arrays;
import java.util.BitSet;

/** Which worlds lead to which, kept in the order of the worlds that they lead from. */
final class Ways {

  private int[] starts = new int[1 << 16];
  private int[] targets = new int[1 << 18];
  private int size;

  /** The ways added from now on lead from this world, the next one. */
  void from(int world) {
    if (world == starts.length) {
      starts = Arrays.copyOf(starts, world + world / 2);
    }
    starts[world] = size;
  }

  /** One leads to this world. */
  void to(int world) {
    if (size == targets.length) {
      targets = Arrays.copyOf(targets, size + size / 2);
    }
    targets[size++] = world;
  }

  /** The first of so many worlds from which none of {@code ends} can be reached, else how many. */
  int withoutWayTo(BitSet ends, int worlds) {
    int before;
    do {
      before = ends.cardinality();
      // most ways lead to higher numbers, so going backwards few rounds are needed
      for (int at = worlds - 1; at >= 0; at--) {
        for (int way = starts[at]; way < starts[at + 1] && !ends.get(at); way++) {
          ends.set(at, ends.get(targets[way]));
        }
      }
    } while (ends.cardinality() > before);
    return ends.nextClearBit(0);
  }
}
