package io.twophase.app.transfer.atomic.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random batches beside others' holds are answered alike with the shortcut and without it, and
 * leave the same documents. {@code -Dtwophase.equality=N} tries N sequences.
 */
class ShortcutEqualityTest {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 4);

  private final ShortcutEquality equality = new ShortcutEquality();

  @AfterEach
  void close() {
    equality.close();
  }

  @Test
  void batchesComeToTheSame() {
    long first = Seed.next("ShortcutEqualityTest");
    for (long seed = first; seed < first + SEQUENCES; seed++) {
      long repeated = seed;
      assertThat(equality.difference(seed, (sound, database) -> sound))
          .as(
              () ->
                  "repeat it: -Dtest=ShortcutEqualityTest -Dtwophase.seed=%d -Dtwophase.equality=1"
                      .formatted(repeated))
          .isEmpty();
    }
    assertThat(equality.committed()).isGreaterThan(8 * SEQUENCES);
  }
}
