package io.twophase.app.transfer;

import static io.twophase.app.testing.Books.account;
import static io.twophase.app.testing.Books.record;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.Money;
import io.twophase.test.fault.FaultyStore;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Transfers of as much as there is, through the front door. */
class AtMostTest {

  private static final TransferRequest NINETY = atMost("t", 90);

  private final FaultyStore store = Books.faulty(70, 0, 1_000);
  @AutoClose private final TwoPhase host = Hosts.alone(store);

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(account(store, "A").holds()).isEmpty();
    assertThat(account(store, "B").holds()).isEmpty();
  }

  private static TransferRequest atMost(String id, long amount) {
    return Books.request(id, amount).takingAtMost();
  }

  private static Optional<Money> moved(TransactionOutcome outcome) {
    return outcome.orElseThrow().moved();
  }

  @Test
  void allThatIsThereIsMovedAndTheOutcomeSaysHowMuch() {
    assertThat(moved(host.transfers().transfer(NINETY))).contains(cents(70));
    assertThat(account(store, "A").balance().minor()).isZero();
    assertThat(account(store, "B").balance().minor()).isEqualTo(70);
    assertThat(record(store, "t").capturedOperations())
        .extracting(operation -> operation.amount().minor())
        .containsExactly(70L, 70L);
  }

  @Test
  void askedAgainItHasTheSameAnswerWhateverIsThereByThen() {
    host.transfers().transfer(NINETY);
    host.transfers().transfer(accountId("C"), accountId("A"), cents(50)).orElseThrow();

    TransactionOutcome again = host.transfers().transfer(NINETY);

    assertThat(moved(again)).contains(cents(70));
    assertThat(again.orElseThrow().foundDecided()).isTrue();
    assertThat(account(store, "B").balance().minor()).isEqualTo(70);
  }

  @Test
  void aTransactionOfADebitAndACreditMayAskForItToo() {
    TransactionOutcome outcome =
        host.run(
            TransactionRequest.of(transactionId("t"))
                .debitAtMost(accountId("A"), cents(90))
                .credit(accountId("B"), cents(90)));

    assertThat(moved(outcome)).contains(cents(70));
  }

  @Test
  void whatWasMovedIsReversedAndNoMore() {
    host.transfers().transfer(NINETY);

    assertThat(host.compensation().reverse(NINETY.id(), "a mistake"))
        .isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(account(store, "A").balance().minor()).isEqualTo(70);
    assertThat(account(store, "B").balance().minor()).isZero();
  }
}
