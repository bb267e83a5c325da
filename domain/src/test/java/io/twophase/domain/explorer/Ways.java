package io.twophase.domain.explorer;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which world leads to which, by their numbers; and which of them lead nowhere. */
final class Ways {

  private record Way(int from, int to) {}

  private final List<Way> ways = new ArrayList<>();
  private final BitSet ends = new BitSet();

  void add(int from, int to) {
    ways.add(new Way(from, to));
  }

  void endAt(int world) {
    ends.set(world);
  }

  /** The first of {@code worlds} from which no end can be reached, if there is one. */
  Option<Integer> withoutEnd(int worlds) {
    BitSet ending = (BitSet) ends.clone();
    int before;
    do {
      before = ending.cardinality();
      // most ways lead to higher numbers, so going backwards few rounds are needed
      for (int at = ways.size() - 1; at >= 0; at--) {
        if (ending.get(ways.get(at).to())) {
          ending.set(ways.get(at).from());
        }
      }
    } while (ending.cardinality() > before);
    int first = ending.nextClearBit(0);
    return Option.when(first < worlds, first);
  }
}
