package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldLimit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A hold is refused")
class HoldRefusalTest {

  private static final AccountId A = accountId("A");
  private static final Account EMPTY = account("A").ceiling(usd("50")).with(usd("0"));
  private static final Account SOME =
      account("A").overdraft(usd("5")).ceiling(usd("50")).with(usd("20"));

  static Stream<Arguments> refusals() {
    return Stream.of(
        argumentSet(
            "by a closed account",
            accepted(EMPTY.change(StatusChange.CLOSE)),
            credit("A", usd("1")),
            new HoldRefusal.AccountClosed(A),
            "account A is closed"),
        argumentSet(
            "by a frozen account",
            accepted(SOME.change(StatusChange.FREEZE)),
            debit("A", usd("1")),
            new HoldRefusal.AccountFrozen(A),
            "account A is frozen"),
        argumentSet(
            "in another currency",
            SOME,
            debit("A", eur("1")),
            new HoldRefusal.CurrencyMismatch(A, USD, EUR),
            "account A keeps USD, not EUR"),
        argumentSet(
            "where a debit needs more than balance and overdraft",
            SOME,
            debit("A", usd("25.01")),
            new HoldRefusal.InsufficientFunds(A, usd("25"), usd("25.01")),
            "account A has 25.00 USD available, 25.01 USD asked"),
        argumentSet(
            "where as much as there is is nothing",
            EMPTY,
            Debit.atMost(A, usd("25")),
            new HoldRefusal.NothingAvailable(A, usd("25")),
            "account A has nothing available, at most 25.00 USD asked"),
        argumentSet(
            "where a credit could lift the balance above the ceiling",
            SOME,
            credit("A", usd("30.01")),
            new HoldRefusal.CeilingReached(A, usd("30"), usd("30.01")),
            "account A can receive 30.00 USD, 30.01 USD asked"),
        argumentSet(
            "for the status before the currency",
            accepted(EMPTY.change(StatusChange.CLOSE)),
            debit("A", eur("1")),
            new HoldRefusal.AccountClosed(A),
            "account A is closed"),
        argumentSet(
            "for the currency before the amount",
            SOME,
            debit("A", eur("1000")),
            new HoldRefusal.CurrencyMismatch(A, USD, EUR),
            "account A keeps USD, not EUR"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void because(Account account, AccountOperation operation, HoldRefusal refusal, String message) {
    assertThat(refused(account.hold(transactionId("t"), epoch(1), operation)))
        .isEqualTo(new HoldAnswer.Denied(refusal));
    assertThat(refusal.message()).isEqualTo(message);
    assertThat(refusal.account()).isEqualTo(A);
    assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
  }

  @Test
  @DisplayName("not up to the last cent of either bound")
  void upToTheBounds() {
    assertThat(SOME.hold(transactionId("t"), epoch(1), debit("A", usd("25"))).isRight()).isTrue();
    assertThat(SOME.hold(transactionId("t"), epoch(1), credit("A", usd("30"))).isRight()).isTrue();
  }

  @Test
  @DisplayName("for what is held already: neither other holds' money nor room is given twice")
  void againstWhatIsHeld() {
    Account held = accepted(SOME.hold(transactionId("t"), epoch(1), debit("A", usd("20"))));
    assertThat(refused(held.hold(transactionId("u"), epoch(1), debit("A", usd("5.01")))))
        .isEqualTo(
            new HoldAnswer.Denied(new HoldRefusal.InsufficientFunds(A, usd("5"), usd("5.01"))));
    // the debit held may be released, so it makes no room
    assertThat(refused(held.hold(transactionId("u"), epoch(1), credit("A", usd("30.01")))))
        .isEqualTo(
            new HoldAnswer.Denied(new HoldRefusal.CeilingReached(A, usd("30"), usd("30.01"))));
  }

  @Test
  @DisplayName("by an account that has as many holds as it may, after every refusal for good")
  void busy() {
    HoldLimit one = new HoldLimit(1);
    AccountOperation operation = debit("A", usd("1"));
    Account full = accepted(SOME.hold(transactionId("t"), epoch(1), operation, one));
    HoldRefusal busy = new HoldRefusal.AccountBusy(A, 1);

    assertThat(refused(full.hold(transactionId("u"), epoch(1), operation, one)))
        .isEqualTo(new HoldAnswer.Denied(busy));
    assertThat(busy.message()).isEqualTo("account A is busy: it has 1 holds, and may have no more");
    assertThat(refused(full.hold(transactionId("u"), epoch(1), debit("A", usd("25")), one)))
        .isEqualTo(
            new HoldAnswer.Denied(new HoldRefusal.InsufficientFunds(A, usd("24"), usd("25"))));
    assertThat(refused(full.hold(transactionId("t"), epoch(1), operation, one)))
        .isEqualTo(new HoldAnswer.Present(epoch(1), operation));
    assertThat(full.hold(transactionId("u"), epoch(1), operation, new HoldLimit(2)).isRight())
        .isTrue();
    assertThatThrownBy(() -> new HoldLimit(0)).hasMessage("a limit of 0 holds is below 1");
  }

  @Test
  @DisplayName("after the question whether it is there: a hold that is there answers first")
  void presentFirst() {
    Account frozen =
        accepted(
            accepted(SOME.hold(transactionId("t"), epoch(3), debit("A", usd("1"))))
                .change(StatusChange.FREEZE));
    assertThat(refused(frozen.hold(transactionId("t"), epoch(4), debit("A", eur("1000")))))
        .isEqualTo(new HoldAnswer.Present(epoch(3), debit("A", usd("1"))));
  }

  @Test
  @DisplayName("by no account, too, and by one that cannot be read")
  void otherReasons() {
    assertThat(new HoldRefusal.NoSuchAccount(A).message()).isEqualTo("there is no account A");
    assertThat(new HoldRefusal.AccountCorrupt(A, "no balance").message())
        .isEqualTo("account A cannot be read: no balance");
  }

  @Test
  @DisplayName("by nothing but the machine where another's hold is under the transaction's id")
  void foreignHold() {
    HoldRefusal foreign =
        new HoldRefusal.ForeignHold(
            transactionId("rent.csv:2"), epoch(3), credit("A", usd("1.00")));
    assertThat(foreign.account()).isEqualTo(A);
    assertThat(foreign.kind()).isEqualTo("ForeignHold");
    assertThat(foreign.message())
        .isEqualTo(
            "account A has a hold under the id rent.csv:2 that is not this transaction's: a credit"
                + " of 1.00 USD at epoch 3, left by an earlier transaction of that id; scrub"
                + " releases it");
  }

  @Test
  @DisplayName("to be made, of an amount that is not above zero")
  void amounts() {
    assertThatThrownBy(() -> new Hold(transactionId("t"), epoch(1), Direction.DEBIT, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Hold(transactionId("t"), epoch(1), Direction.CREDIT, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
