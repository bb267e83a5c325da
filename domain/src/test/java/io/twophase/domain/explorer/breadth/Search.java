package io.twophase.domain.explorer.breadth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Visits every state of a space, the nearest first, up to the first that something is wrong with;
 * then asks of each whether it can still come to an end from there, if the space asks.
 */
public final class Search<S> {

  private final Space<S> space;
  private final Known<S> known = new Known<>();
  private final Ways ways = new Ways();
  private final BitSet ends = new BitSet();

  private Search(Space<S> space) {
    this.space = space;
  }

  /** Searches all states of a space, which are values. */
  public static <S> Found of(Space<S> space) {
    return new Search<>(space).run();
  }

  private Found run() {
    boolean mustEnd = space.withoutEnd().isPresent();
    known.met(space.start(), -1);
    for (int at = 0; at < known.size(); at++) {
      int origin = at;
      S state = known.get(at);
      Optional<String> fault = space.fault(state);
      if (fault.isEmpty() && known.size() > Space.MOST_STATES) {
        fault = Optional.of("more worlds than explored");
      }
      if (fault.isPresent()) {
        return found(fault, at);
      }
      space.visit(state);
      if (mustEnd) {
        ends.set(at, space.isEnd(state));
        ways.from(at);
        space.next(state, (next, line) -> ways.to(known.met(next, origin)));
      } else {
        space.next(state, (next, line) -> known.met(next, origin));
      }
    }
    return mustEnd ? withEnds() : found(Optional.empty(), 0);
  }

  private Found withEnds() {
    ways.from(known.size());
    int lost = ways.withoutWayTo(ends, known.size());
    return lost < known.size() ? found(space.withoutEnd(), lost) : found(Optional.empty(), 0);
  }

  private Found found(Optional<String> fault, int at) {
    return new Found(known.size(), fault, runTo(at));
  }

  /**
   * Each state of the run was first met from the one before it, by the first step that leads there.
   */
  private List<String> runTo(int end) {
    List<String> run = new ArrayList<>();
    for (int at = end; known.origin(at) >= 0; at = known.origin(at)) {
      int wanted = at;
      int origin = known.origin(at);
      int lines = run.size();
      space.next(
          known.get(origin),
          (next, line) -> {
            if (run.size() == lines && known.met(next, origin) == wanted) {
              run.add(line.get());
            }
          });
    }
    Collections.reverse(run);
    return run;
  }
}
