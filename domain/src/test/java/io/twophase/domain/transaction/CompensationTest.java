package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.TransactionId;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The id of a reversal … */
class CompensationTest {
  private static Transaction done(int length) {
    return recordOf(transfer("x".repeat(length), "A", "B", usd("5"))).in(State.DONE).build();
  }

  @Test
  void isNotTooLongForAnId() {
    int longest = 255 - ":reversal".length();
    assertThat(Reversal.of(done(longest), 1).isRight()).isTrue();
    assertThat(refused(Reversal.of(done(longest + 1), 1)))
        .isEqualTo(new Reversal.Refusal.IdTooLong(done(longest + 1).id()));
  }

  /** A refused try is followed by another one, however long the id is that a reversal can have. */
  @ParameterizedTest
  @ValueSource(ints = {235, 236, 243, 244, 245, 246})
  void isAnotherForEachOfManyTries(int length) {
    Transaction done = done(length);
    Set<TransactionId> tries = new HashSet<>();
    for (int attempt : new int[] {1, 2, 9, 10, 99, 100, 99_999, 999_999}) {
      NewTransaction reversal = Reversal.of(done, attempt).get();
      assertThat(reversal.reverses()).contains(done.id());
      assertThat(reversal.id().reversed()).contains(done.id());
      tries.add(reversal.id());
    }
    assertThat(tries).hasSize(8);
  }
}
