package io.twophase.domain.explorer.participant;

import java.util.List;

/**
 * Which cell of a world holds what: the budget of faults; a promise that is broken; of each place
 * what is stored and what is decided; of each transaction its record, its late messages, and its
 * workers; and what a reader has read, and all that was decided of it meanwhile.
 */
final class Layout {

  static final int BUDGET = 0;
  static final int BROKEN = 1;
  private static final int FIRST_PLACE = 2;

  private final int[] starts;

  Layout(int places, List<Cast> casts) {
    starts = new int[casts.size() + 1];
    starts[0] = FIRST_PLACE + 2 * places;
    for (int cast = 0; cast < casts.size(); cast++) {
      starts[cast + 1] = starts[cast] + 2 + casts.get(cast).roles().size();
    }
  }

  int width() {
    return starts[starts.length - 1] + 2;
  }

  int reader() {
    return starts[starts.length - 1];
  }

  int witnessed() {
    return starts[starts.length - 1] + 1;
  }

  int stored(int place) {
    return FIRST_PLACE + 2 * place;
  }

  int decided(int place) {
    return FIRST_PLACE + 2 * place + 1;
  }

  int record(int cast) {
    return starts[cast];
  }

  int late(int cast) {
    return starts[cast] + 1;
  }

  int actor(int cast, int actor) {
    return starts[cast] + 2 + actor;
  }
}
