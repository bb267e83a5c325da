package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThatThrownBy;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.TransactionRefusal;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransactionOutcomeAssertTest {

  private static final TransactionOutcome UNKNOWN =
      new TransactionOutcome.Unknown(transactionId("t"), "no answer to a hold");
  private static final TransactionOutcome NOT_ASKED =
      new TransactionOutcome.NotAsked(transactionId("t"), "shutting down");

  @AutoClose private final Bank bank = new Bank();

  @Test
  void whatIsAppliedPassesAsSuchAndAsNothingElse() {
    TransactionOutcome applied = bank.transfer("t", "30.00");

    assertThat(applied).isApplied().isFinished().wasDecidedNow();
    Failing.with(
        () -> assertThat(applied).isRefused(),
        "Expecting transaction t / to be refused / but it is applied");
    Failing.with(() -> assertThat(applied).isUnknown(), "to be unknown / but it is applied");
    Failing.with(() -> assertThat(applied).isNotAsked(), "to be not asked / but it is applied");
    Failing.with(
        () -> assertThat(applied).isNotFinished(),
        "to be decided and not finished / but it is applied and finished");
    Failing.with(
        () -> assertThat(applied).wasDecidedBefore(),
        "to be decided before / but it is applied, decided now");
    Failing.with(
        () -> assertThat(applied).wasOvertaken(),
        "to be overtaken by another process / but it is applied, and was not overtaken");
    Failing.with(
        () -> assertThat(applied).hasMoved("30.00"),
        "to have moved 30.00 / but it moves what was asked for");
  }

  @Test
  void whatIsAskedAgainWasDecidedBefore() {
    bank.transfer("t", "30.00");
    TransactionOutcome again = bank.transfer("t", "30.00");

    assertThat(again).isApplied().wasDecidedBefore();
    Failing.with(() -> assertThat(again).wasDecidedNow(), "but it is applied, decided before");
  }

  @Test
  void aRefusalIsNamedByItsTypeOrItsFamilyOrItsKind() {
    TransactionOutcome refused = bank.transfer("t", "130.00");

    assertThat(refused)
        .isRefused()
        .isFinished()
        .isRefusedFor(HoldRefusal.InsufficientFunds.class)
        .isRefusedFor(CancelReason.class)
        .isRefusedFor("InsufficientFunds");
    Failing.with(
        () -> assertThat(refused).isApplied(),
        "Expecting transaction t / to be applied / but it is refused: InsufficientFunds, account A"
            + " has 100.00 USD available, 130.00 USD asked");
    Failing.with(
        () -> assertThat(refused).isRefusedFor(HoldRefusal.AccountFrozen.class),
        "to be refused for AccountFrozen / but it is refused: InsufficientFunds, account A has");
    Failing.with(
        () -> assertThat(refused).isRefusedFor("AccountFrozen"), "to be refused for AccountFrozen");
    Failing.with(
        () -> assertThat(bank.transfer("u", "1.00")).isRefusedFor("AccountFrozen"),
        "to be refused / but it is applied");
  }

  @Test
  void refusalsOfOtherKindsAreNamedToo() {
    assertThat(bank.transfer("t", "0.00")).isRefusedFor(TransactionRefusal.class);
    bank.transfer("u", "1.00");
    assertThat(bank.transfer("u", "2.00")).isRefusedFor(Refusal.IdReused.class);
  }

  @Test
  void whatIsNotKnownSaysWhy() {
    assertThat(UNKNOWN).isUnknown();
    assertThat(NOT_ASKED).isNotAsked();
    Failing.with(
        () -> assertThat(UNKNOWN).isApplied(),
        "to be applied / but it is unknown: no answer to a hold");
    Failing.with(
        () -> assertThat(UNKNOWN).isFinished(),
        "to be finished / but it is unknown: no answer to a hold and not finished");
    Failing.with(
        () -> assertThat(UNKNOWN).isNotFinished(), "but it is unknown: no answer to a hold");
    Failing.with(() -> assertThat(NOT_ASKED).wasDecidedNow(), "but it is not asked: shutting down");
    Failing.with(
        () -> assertThat(NOT_ASKED).wasOvertaken(), "but it is not asked: shutting down, and");
    Failing.with(() -> assertThat(NOT_ASKED).hasMoved("1"), "to be applied");
  }

  @Test
  void whatIsLeftToRecoveryIsNotFinished() {
    TransactionOutcome left =
        new TransactionOutcome.Applied(
            transactionId("t"), false, false, Optional.of(new Epoch(2)), Optional.empty());

    assertThat(left).isApplied().isNotFinished().wasOvertaken();
    Failing.with(() -> assertThat(left).isFinished(), "but it is applied and not finished");
    assertThat(
            new TransactionOutcome.Refused(
                transactionId("t"),
                new CancelReason.Recovered(),
                false,
                true,
                Optional.of(new Epoch(2))))
        .isRefusedFor(CancelReason.Recovered.class)
        .isNotFinished()
        .wasOvertaken()
        .wasDecidedBefore();
  }

  @Test
  void asMuchAsThereIsSaysHowMuchThatWas() {
    TransactionOutcome moved =
        bank.twophase.transfers().transfer(bank.request("t", "500.00").takingAtMost());

    assertThat(moved).hasMoved("100.00");
    Failing.with(
        () -> assertThat(moved).hasMoved("99.00"),
        "to have moved 99.00 USD / but it has moved 100.00 USD");
    assertThatThrownBy(() -> assertThat(moved).hasMoved("many"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("many");
  }

  @Test
  void aDescriptionComesFirst() {
    Failing.with(
        () -> assertThat(UNKNOWN).as("the second payment").isApplied(), "[the second payment] ");
  }

  @Test
  void noOutcomeAtAllFails() {
    assertThatThrownBy(() -> assertThat((TransactionOutcome) null).isApplied())
        .isInstanceOf(AssertionError.class);
  }
}
