package io.twophase.domain.explorer;

import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** In which states the transactions of a scenario may end, and that they do. */
final class Endings {

  private Endings() {}

  /** No promise was broken, and the transactions ended in each of these ways and in no other. */
  static void check(Exploration all, Set<List<State>> endings) {
    assertThat(all.violation()).as(all.report()).isEmpty();
    assertThat(all.endings()).isEqualTo(endings);
  }

  /** One transaction, in one of these states. */
  static Set<List<State>> one(State... states) {
    return Stream.of(states).map(List::of).collect(Collectors.toSet());
  }

  /** The same; or there is none, as its record was never inserted. */
  static Set<List<State>> orNothing(State... states) {
    return Stream.concat(Stream.of(List.<State>of()), one(states).stream())
        .collect(Collectors.toSet());
  }

  /** So many transactions done, and so many canceled. */
  static List<State> of(int done, int canceled) {
    List<State> states = new ArrayList<>(Collections.nCopies(done, DONE));
    states.addAll(Collections.nCopies(canceled, CANCELED));
    return states;
  }
}
