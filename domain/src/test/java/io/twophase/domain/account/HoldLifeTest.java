package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("On an account")
class HoldLifeTest {

  private static final TransactionId T = transactionId("t");
  private static final Account OPEN =
      account("A").overdraft(usd("20")).ceiling(usd("1000")).with(usd("100"));
  private static final AccountOperation DEBIT = debit("A", usd("30"));
  private static final AccountOperation CREDIT = credit("A", usd("30"));

  @Test
  @DisplayName("a debit's hold takes from what is available, and settles to a lower balance")
  void debitSettled() {
    Account held = accepted(OPEN.hold(T, epoch(1), DEBIT));
    assertThat(held)
        .hasBalance(usd("100"))
        .hasAvailable(usd("90"))
        .canReceive(usd("900"))
        .holds("t", 1, Direction.DEBIT, usd("30"))
        .isSound();
    assertThat(accepted(held.settle(T, epoch(1), DEBIT)))
        .hasBalance(usd("70"))
        .hasAvailable(usd("90"))
        .canReceive(usd("930"))
        .holdsNothing()
        .isSound();
  }

  @Test
  @DisplayName("a credit's hold takes from what is receivable, and settles to a higher balance")
  void creditSettled() {
    Account held = accepted(OPEN.hold(T, epoch(1), CREDIT));
    assertThat(held)
        .hasBalance(usd("100"))
        .hasAvailable(usd("120"))
        .canReceive(usd("870"))
        .holds("t", 1, Direction.CREDIT, usd("30"))
        .isSound();
    assertThat(accepted(held.settle(T, epoch(1), CREDIT)))
        .hasBalance(usd("130"))
        .hasAvailable(usd("150"))
        .canReceive(usd("870"))
        .holdsNothing()
        .isSound();
  }

  @Test
  @DisplayName("a release or a withdrawal leaves no trace of the hold")
  void givenBack() {
    for (AccountOperation operation : List.of(DEBIT, CREDIT)) {
      Account held = accepted(OPEN.hold(T, epoch(1), operation));
      assertThat(accepted(held.release(T, operation))).isEqualTo(OPEN);
      assertThat(accepted(held.withdraw(T, epoch(1), operation))).isEqualTo(OPEN);
    }
  }

  @Test
  @DisplayName("a stamp changes the hold's epoch, and nothing else")
  void stamped() {
    for (AccountOperation operation : List.of(DEBIT, CREDIT)) {
      Account held = accepted(OPEN.hold(T, epoch(1), operation));
      assertThat(accepted(held.stamp(T, epoch(5), operation)))
          .isEqualTo(accepted(OPEN.hold(T, epoch(5), operation)));
    }
  }

  @ParameterizedTest(name = "with a hold of {0}")
  @DisplayName("each write at epoch 2 finds its hold, or changes nothing")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
# hold of   | hold      | stamp   | settle  | release  | withdraw
nobody      | held@2    | no hold | no hold | no hold  | no hold
t@1         | present@1 | held@2  | no hold | gone     | no hold
t@2         | present@2 | no hold | gone    | gone     | gone
t@3         | present@3 | no hold | no hold | gone     | no hold
other@2     | held@2    | no hold | no hold | no hold  | no hold
""")
  void everyWriteInEverySituation(
      String whose, String hold, String stamp, String settle, String release, String withdraw) {
    for (AccountOperation operation : List.of(DEBIT, CREDIT)) {
      Account account = withHoldOf(whose, operation);
      assertThat(
              Arrays.asList(
                  outcome(account.hold(T, epoch(2), operation)),
                  outcome(account.stamp(T, epoch(2), operation)),
                  outcome(account.settle(T, epoch(2), operation)),
                  outcome(account.release(T, operation)),
                  outcome(account.withdraw(T, epoch(2), operation))))
          .containsExactly(hold, stamp, settle, release, withdraw);
    }
  }

  static Stream<AccountOperation> otherThanTheDebit() {
    return Stream.of(CREDIT, debit("A", usd("30.01")), debit("A", usd("29.99")));
  }

  @ParameterizedTest(name = "a {0}")
  @MethodSource("otherThanTheDebit")
  @DisplayName("a hold is nothing to a leg of its transaction that is not what it is for:")
  void heldForAnotherOperation(AccountOperation asked) {
    Account held = accepted(OPEN.hold(T, epoch(1), DEBIT));
    assertThat(refused(held.hold(T, epoch(1), asked)))
        .isEqualTo(new HoldAnswer.Present(epoch(1), DEBIT));
    NoHold noHold = new NoHold(OPEN.id(), T);
    assertThat(refused(held.stamp(T, epoch(2), asked))).isEqualTo(noHold);
    assertThat(refused(held.settle(T, epoch(1), asked))).isEqualTo(noHold);
    assertThat(refused(held.release(T, asked))).isEqualTo(noHold);
    assertThat(refused(held.withdraw(T, epoch(1), asked))).isEqualTo(noHold);
  }

  @Test
  @DisplayName("a hold of as many of another currency is not stamped as what was asked for")
  void heldInAnotherCurrency() {
    Account held = accepted(OPEN.hold(T, epoch(1), DEBIT));
    assertThat(refused(held.stamp(T, epoch(2), debit("A", eur("30")))))
        .isEqualTo(new NoHold(OPEN.id(), T));
    assertThat(refused(held.hold(T, epoch(1), debit("A", eur("30")))))
        .isEqualTo(new HoldAnswer.Present(epoch(1), DEBIT));
  }

  @Test
  @DisplayName("that is frozen, what is held is still stamped, settled, released and withdrawn")
  void frozen() {
    Account frozen = accepted(accepted(OPEN.hold(T, epoch(1), DEBIT)).change(StatusChange.FREEZE));
    assertThat(accepted(frozen.settle(T, epoch(1), DEBIT))).hasBalance(usd("70")).holdsNothing();
    assertThat(accepted(frozen.release(T, DEBIT))).hasBalance(usd("100")).holdsNothing();
    assertThat(accepted(frozen.withdraw(T, epoch(1), DEBIT))).hasBalance(usd("100")).holdsNothing();
    assertThat(accepted(frozen.stamp(T, epoch(2), DEBIT)))
        .holds("t", 2, Direction.DEBIT, usd("30"));
  }

  @Test
  @DisplayName("a hold of one transaction is nothing to another")
  void manyHolds() {
    Account both = withHoldOf("other@1", CREDIT).hold(T, epoch(1), DEBIT).get();
    assertThat(accepted(both.settle(T, epoch(1), DEBIT)))
        .holds("other", 1, Direction.CREDIT, usd("30"))
        .hasBalance(usd("70"))
        .isSound();
  }

  @Test
  @DisplayName("a missing hold is answered with the account and the transaction")
  void noHold() {
    assertThat(refused(OPEN.release(T, DEBIT))).isEqualTo(new NoHold(OPEN.id(), T));
  }

  private static Account withHoldOf(String whose, AccountOperation operation) {
    if (whose.equals("nobody")) {
      return OPEN;
    }
    List<String> parts = List.of(whose.split("@", 2));
    return accepted(
        OPEN.hold(transactionId(parts.get(0)), epoch(Long.parseLong(parts.get(1))), operation));
  }

  private static String outcome(Either<?, Account> answer) {
    return answer.fold(HoldLifeTest::left, HoldLifeTest::right);
  }

  private static String left(Object refusal) {
    return refusal instanceof HoldAnswer.Present present ? "present@" + present.epoch() : "no hold";
  }

  private static String right(Account changed) {
    return changed.holds().get(T).map(hold -> "held@" + hold.epoch()).getOrElse("gone");
  }
}
