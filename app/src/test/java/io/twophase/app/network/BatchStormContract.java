package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.Test;

/**
 * The storm of transfers, of engines of which each batch is one transaction: nothing is lost,
 * nothing is done twice, and every certain answer is what the records say. {@code
 * -Dtwophase.network.batched=N} makes it longer.
 */
abstract class BatchStormContract {

  private static final int TRANSFERS = Integer.getInteger("twophase.network.batched", 500);

  /** A fresh database on the server that is tested. */
  abstract StormServer stormServer();

  @Test
  void nothingIsLostOrDoubled() {
    String test = getClass().getSimpleName();
    long seed = Seed.next(test);
    Storm.Aftermath aftermath = Storm.ofBatches(stormServer(), seed, TRANSFERS);
    System.out.println(
        test
            + ": "
            + aftermath.summary()
            + "; "
            + aftermath.ofBatches()
            + " of batches, "
            + aftermath.struck());
    String repeat = "repeat it: -Dtest=" + test + " -Dtwophase.seed=" + seed;
    assertThat(aftermath.faults()).as(repeat).isEmpty();
    assertThat(aftermath.ofBatches()).as(repeat).isGreaterThan(TRANSFERS / 4L);
  }
}
