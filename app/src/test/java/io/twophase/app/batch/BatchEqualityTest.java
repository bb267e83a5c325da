package io.twophase.app.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random transfers: in file order their outcome is that of running them one after the other; in any
 * order, each happens once or never, and the books are exact. {@code -Dtwophase.seed} repeats one,
 * {@code -Dtwophase.worlds} says how many there are.
 */
class BatchEqualityTest {

  private static final int WORLDS = Integer.getInteger("twophase.worlds", 400);

  private static long firstSeed() {
    return Long.getLong("twophase.seed", 1);
  }

  private static int worlds() {
    return Long.getLong("twophase.seed") == null ? WORLDS : 1;
  }

  @Test
  void inOrderItIsAsOneByOne() {
    for (long seed = firstSeed(); seed < firstSeed() + worlds(); seed++) {
      Random random = new Random(seed);
      World world = World.random(random);
      List<TransferRequest> rows = world.transfers(random, "t", 1 + random.nextInt(20));
      Host host = new Host(world.store, Network.sound(), world.ids, Duration.ofMinutes(30));

      List<TransactionOutcome> outcomes = host.inOrder(rows);

      assertThat(outcomes.stream().map(TransactionOutcome::isApplied).toList())
          .as("seed " + seed + ": " + rows)
          .isEqualTo(world.oneByOne(rows));
      world.isAtRestWith(rows, outcomes);
    }
  }

  @Test
  void inAnyOrderEachHappensOnceOrNever() {
    for (long seed = firstSeed(); seed < firstSeed() + worlds(); seed++) {
      Random random = new Random(seed);
      World world = World.random(random);
      List<TransferRequest> rows = world.transfers(random, "t", 1 + random.nextInt(20));
      Host host = new Host(world.store, Network.sound(), world.ids, Duration.ofMinutes(30));

      List<TransactionOutcome> outcomes = host.inAnyOrder(rows);

      assertThat(outcomes).as("seed " + seed).noneMatch(TransactionOutcome::isOpenEnded);
      world.isAtRestWith(rows, outcomes);
    }
  }
}
