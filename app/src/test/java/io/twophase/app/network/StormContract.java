package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.Test;

/**
 * Whatever the network does, nothing is lost, nothing is done twice, and every certain answer is
 * what the record says. {@code -Dtwophase.network.transfers=N} makes it longer.
 */
abstract class StormContract {

  private static final int TRANSFERS = 700;

  /** How many transfers are asked for, unless the property says. */
  int transfers() {
    return TRANSFERS;
  }

  /** A fresh database on the server that is tested. */
  abstract StormServer stormServer();

  @Test
  void nothingIsLostOrDoubled() {
    String test = getClass().getSimpleName();
    long seed = Seed.next(test);
    int transfers = Integer.getInteger("twophase.network.transfers", transfers());
    Storm.Aftermath aftermath = Storm.sound(stormServer(), seed, transfers);
    System.out.println(test + ": " + aftermath.summary() + ", " + aftermath.struck());
    String repeat = "repeat it: -Dtest=" + test + " -Dtwophase.seed=" + seed;
    assertThat(aftermath.faults()).as(repeat).isEmpty();
    assertThat(aftermath.struck().values()).as(repeat).allMatch(times -> times > 0);
  }
}
