package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.TransactionId;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Many transfers that happen all or not at all. */
class AllOrNothingTest {

  private static final TransactionId ALL = transactionId("all");

  private final InMemoryStore store = Books.inMemory(10, 0, 5);
  @AutoClose private final TwoPhase host = TwoPhase.over(store).build();

  private static TransferRequest move(String source, String destination, long amount) {
    return Books.request(source + destination + amount, source, destination, amount);
  }

  private void have(long a, long b, long c) {
    assertThat(Books.balances(store)).containsExactly(a, b, c);
  }

  private AllOrNothingOutcome ask(TransferRequest... transfers) {
    return host.transfers().allOrNothing(ALL, List.of(transfers));
  }

  @Test
  void theSameAgainIsTheSameAnswerAndAnotherIsRefusedByWhatDiffers() {
    ask(move("A", "B", 4), move("A", "C", 1));

    assertThat(ask(move("A", "C", 1), move("A", "B", 4)).isApplied()).isTrue();
    AllOrNothingOutcome other = ask(move("A", "B", 4), move("A", "C", 2));

    assertThat(other.outcome())
        .isInstanceOfSatisfying(
            TransactionOutcome.Refused.class,
            refused ->
                assertThat(refused.reason().message())
                    .contains("operation 3: credit C 0.01 USD stored, credit C 0.02 USD asked"));
    have(5, 4, 6);
  }
}
