package io.twophase.domain.explorer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.transaction.State;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which transfers of a scene may happen, and that they do. */
final class Endings {

  private Endings() {}

  /**
   * No promise was broken, and the scene ended in each of these ways and in no other: {@code DC} is
   * the first transfer done, the second one not.
   */
  static void check(Exploration all, String endings) {
    assertThat(all.violation()).as(all.report()).isEmpty();
    assertThat(all.endings().stream().map(Endings::text).collect(Collectors.toSet()))
        .isEqualTo(Set.of(endings.split(" ", -1)));
  }

  private static String text(List<State> states) {
    return states.stream()
        .map(state -> state == State.DONE ? "D" : "C")
        .collect(Collectors.joining());
  }
}
