package io.twophase.app.transfer;

import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
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
  void allHappenAndWhatOneBringsAnotherMaySpendWhicheverComesFirst() {
    AllOrNothingOutcome outcome = ask(move("B", "C", 12), move("A", "B", 10), move("C", "B", 2));

    assertThat(outcome.isApplied()).isTrue();
    assertThat(outcome.firstRefused()).isEmpty();
    have(0, 0, 15);
  }

  @Test
  void whereOneCannotHappenNoneDoesAndItIsNamed() {
    AllOrNothingOutcome outcome =
        ask(move("A", "B", 6), move("C", "B", 1), move("A", "C", 6), move("A", "B", 1));

    assertThat(word(outcome.outcome())).isEqualTo("InsufficientFunds");
    assertThat(outcome.firstRefused()).contains(2);
    have(10, 0, 5);
  }

  @Test
  void aDebitThatIsCoveredLaterIsNotTheOneThatLacks() {
    assertThat(
            ask(move("B", "C", 3), move("A", "B", 4), move("B", "C", 1), move("B", "C", 1))
                .firstRefused())
        .contains(3);
  }

  @Test
  void anAccountThatIsNotThereIsNamedByTheFirstThatTouchesIt() {
    assertThat(ask(move("A", "B", 1), move("A", "nowhere", 1)).firstRefused()).contains(1);
  }

  @Test
  void oneThatIsNoTransferIsNamedAndNothingIsStored() {
    AllOrNothingOutcome outcome = ask(move("A", "B", 1), move("A", "A", 1));

    assertThat(outcome.firstRefused()).contains(1);
    assertThat(((TransactionOutcome.Refused) outcome.outcome()).reason().kind())
        .isEqualTo("SameAccount");
    assertThat(host.transactions().find(ALL)).isInstanceOf(TransactionLookup.Absent.class);
  }

  @Test
  void oneThatTakesAsMuchAsThereIsIsNamedAndNothingMoves() {
    AllOrNothingOutcome outcome = ask(move("A", "B", 1), move("C", "A", 4).takingAtMost());

    assertThat(outcome.firstRefused()).contains(1);
    assertThat(((TransactionOutcome.Refused) outcome.outcome()).reason().kind())
        .isEqualTo("AtMostOfMany");
    have(10, 0, 5);
  }

  @Test
  void whatComesToNothingIsRefused() {
    assertThat(ask(move("A", "B", 1), move("B", "A", 1)).isApplied()).isFalse();
    assertThat(ask().isApplied()).isFalse();
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
