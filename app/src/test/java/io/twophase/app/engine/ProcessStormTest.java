package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.PlantedFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each {@link ProcessStorm} comes out as it must, and a store that breaks one promise does not come
 * through. {@code -Dtwophase.seed} repeats one storm, {@code -Dtwophase.worlds} says how many there
 * are.
 */
class ProcessStormTest {

  private static final int WORLDS =
      Integer.getInteger("twophase.worlds", 100 * Integer.getInteger("twophase.storms", 1));
  private static final long FIRST = Long.getLong("twophase.seed", 1);
  private static final long BEHIND = FIRST + (Long.getLong("twophase.seed") == null ? WORLDS : 1);

  /** Far more than it takes to meet each planted fault; the first that is met ends it. */
  private static final int MOST = 4_000;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostOrDoubled(boolean inOrder) {
    for (long seed = FIRST; seed < BEHIND; seed++) {
      new ProcessStorm(store -> store).of(seed, inOrder);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "DEAF_DECIDE",
        "UNGUARDED_DECIDE",
        "UNFENCED_SETTLE",
        "UNFENCED_WITHDRAWAL",
        "ONE_RECORD_FOR_ANOTHER"
      })
  void aStoreThatBreaksAPromiseIsFound(PlantedFault planted) {
    ProcessStorm storm = new ProcessStorm(planted::in);
    int found = 0;
    for (long seed = 1; seed <= MOST && found == 0; seed++) {
      for (boolean inOrder : new boolean[] {true, false}) {
        try {
          storm.of(seed, inOrder);
        } catch (AssertionError red) {
          found++;
        }
      }
    }
    assertThat(found).isPositive();
  }
}
