package io.twophase.domain.explorer.batch;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.state.Ways;
import io.twophase.domain.explorer.state.Worlds;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Visits every world that can come of a scene, the nearest first; then asks of each whether all can
 * still be ended from there with nothing held.
 */
final class Explorer {

  /** More than any scene of the tests has: a machine that never ends is a fault, too. */
  private static final int MOST_STATES = 20_000_000;

  private final Layout layout;
  private final Codes codes;
  private final Judge judge;
  private final Moves moves;
  private final Worlds worlds;
  private final Ways ways = new Ways();
  private final char[] cells;
  private final BitSet ends = new BitSet();
  private final Set<List<State>> endings = new HashSet<>();

  private Explorer(Scene scene) {
    layout = new Layout(scene);
    codes = new Codes(scene);
    judge = new Judge(scene, layout, codes);
    moves = new Moves(scene, layout, codes, judge);
    worlds = new Worlds(layout.width());
    cells = new char[layout.width()];
  }

  /** Explores all of it, or up to the first broken promise. */
  static Exploration explore(Scene scene) {
    return new Explorer(scene).run();
  }

  private Exploration run() {
    worlds.met(moves.start(), -1);
    for (int at = 0; at < worlds.size(); at++) {
      int origin = at;
      worlds.read(at, cells);
      char broken = judge.broken(cells);
      if (broken != Codes.KEPT) {
        return found(Option.some(codes.broken.value(broken)), at);
      }
      if (worlds.size() > MOST_STATES) {
        return found(Option.some("more worlds than explored"), at);
      }
      if (judge.isClean(cells)) {
        endings.add(judge.ending(cells));
        ends.set(at);
      }
      ways.from(at);
      moves.of(cells, (next, what) -> ways.to(worlds.met(next, origin)));
    }
    ways.from(worlds.size());
    int lost = ways.withoutWayTo(ends, worlds.size());
    return lost < worlds.size()
        ? found(Option.some("from here it can never be all ended with nothing held"), lost)
        : found(Option.none(), 0);
  }

  private Exploration found(Option<String> fault, int at) {
    return new Exploration(worlds.size(), endings, fault, traceTo(at));
  }

  private List<String> traceTo(int end) {
    List<String> trace = new ArrayList<>();
    char[] wanted = new char[layout.width()];
    for (int at = end; worlds.origin(at) >= 0; at = worlds.origin(at)) {
      int step = trace.size();
      worlds.read(at, wanted);
      worlds.read(worlds.origin(at), cells);
      moves.of(
          cells,
          (next, what) -> {
            if (trace.size() == step && Arrays.equals(next, wanted)) {
              trace.add(what.get());
            }
          });
    }
    Collections.reverse(trace);
    return trace;
  }
}
