package io.twophase.app.batch;

import org.junit.jupiter.api.Test;

/**
 * Each world of a {@link Storm} is as it must be. {@code -Dtwophase.seed} repeats one, {@code
 * -Dtwophase.worlds} says how many there are.
 */
class BatchStormTest {

  private static final int WORLDS = Integer.getInteger("twophase.worlds", 300);

  private static long firstSeed() {
    return Long.getLong("twophase.seed", 1);
  }

  private static int worlds() {
    return Long.getLong("twophase.seed") == null ? WORLDS : 1;
  }

  @Test
  void inOrder() {
    for (long seed = firstSeed(); seed < firstSeed() + worlds(); seed++) {
      new Storm(batches -> batches).of(seed, true);
    }
  }

  /** The withdrawal of a dead hold had no answer, and a row was refused for what it held. */
  @Test
  void inOrderWhereAnAccountIsNotClearedForCertain() {
    new Storm(batches -> batches).of(8_908, true);
  }

  @Test
  void inAnyOrder() {
    for (long seed = firstSeed(); seed < firstSeed() + worlds(); seed++) {
      new Storm(batches -> batches).of(seed, false);
    }
  }
}
