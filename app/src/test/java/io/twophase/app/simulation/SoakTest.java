package io.twophase.app.simulation;

import io.twophase.app.simulation.audit.Tally;
import io.twophase.app.simulation.world.Setup;
import io.twophase.domain.testing.Seed;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The simulation for hours, of one fresh seed after another: {@code ./mvnw test -P soak}, or with
 * {@code -Dtwophase.soak=8h} for as long as one likes.
 */
class SoakTest {

  private static final int SEEDS_PER_LINE = 500;

  @Test
  @EnabledIfSystemProperty(named = "twophase.soak", matches = "[0-9].*")
  void everySeedComesOutExact() {
    Duration length =
        Duration.parse("PT" + System.getProperty("twophase.soak").toUpperCase(Locale.ROOT));
    long first = Seed.next("SoakTest");
    long start = System.nanoTime();
    Tally tally = new Tally();
    long seed = first;
    while (System.nanoTime() - start < length.toNanos()) {
      tally.add(Simulation.run(seed++, Setup.of(SimulationTest.TRANSFERS)).tally());
      if ((seed - first) % SEEDS_PER_LINE == 0) {
        System.out.printf("soak: seeds %d to %d came out exact%n", first, seed - 1);
      }
    }
    System.out.printf(
        "soak: %d transfers of seeds %d to %d:%n%s",
        (seed - first) * SimulationTest.TRANSFERS, first, seed - 1, tally);
  }
}
