package io.twophase.example;

import static io.twophase.TwoPhase.*;
import static io.twophase.junit.Write.*;
import static io.twophase.junit.assertion.TwoPhaseAssertions.*;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.AccountId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.junit.FaultScript;
import io.twophase.junit.TestProcess;
import io.twophase.junit.TestProcesses;
import io.twophase.junit.TwoPhaseTest;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.ProcessDied;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code twophase-junit} tests a shop with a lost answer, a killed process, and a clock that the
 * test sets.
 */
@TwoPhaseTest
class ShopTest {

  private static final AccountId CUSTOMER = account("customer");
  private static final AccountId TILL = account("till");

  private final TwoPhase twophase;

  ShopTest(TwoPhase twophase) {
    this.twophase = twophase;
    twophase.accounts().open(CUSTOMER, money("100.00", "USD"));
    twophase.accounts().open(TILL, money("0.00", "USD"));
    twophase.run(transaction("place-7").insert(document("orders", 7), Map.of("is", "UnPaid")));
  }

  /** The code under test. */
  private TransactionOutcome pay(String amount) {
    return twophase.run(
        transaction("pay-7")
            .debit(CUSTOMER, money(amount, "USD"))
            .credit(TILL, money(amount, "USD"))
            .change(document("orders", 7), where("is").equalTo("UnPaid"), set("is", "Paid")));
  }

  @Test
  void anOrderIsPaidOnce() {
    assertThat(pay("30.00")).isApplied().wasDecidedNow();
    assertThat(pay("30.00")).isApplied().wasDecidedBefore();
    assertThat(twophase.accounts().find(TILL)).hasBalance("30.00");
  }

  @Test
  void aPoorCustomerDoesNotPay() {
    assertThat(pay("300.00")).isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("100.00").hasNothingHeld();
  }

  @Test
  void aLostAnswerChargesNobodyTwice(FaultScript faults) {
    faults.noAnswerTo(hold().on(CUSTOMER));
    assertThat(pay("30.00")).isApplied();
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("70.00").hasNothingHeld();
  }

  @Test
  void anotherProcessFinishesThePaymentOfAKilledShop(FaultScript faults, TestProcesses processes) {
    faults.diesAfter(write(3));
    assertThatThrownBy(() -> pay("30.00")).isInstanceOf(ProcessDied.class);

    TestProcess other = processes.start();
    assertThat(other.recover()).hasSize(1);
    assertThat(other.twophase().transactions().find(transactionId("pay-7"))).isDone();
    assertThat(other.twophase().audit().run()).isClean();
  }

  @Test
  void aDepositExpires(SettableClock clock, TestProcess process) {
    var deposit = transfer("deposit", "customer", "till", money("40.00", "USD"));
    twophase.authorizations().authorize(deposit, new AuthorizationTerms(Duration.ofDays(7)));
    assertThat(twophase.accounts().find(CUSTOMER)).hasAvailable("60.00");

    clock.advance(Duration.ofDays(8));
    process.recover();
    assertThat(twophase.transactions().find(deposit.id()))
        .isCanceledFor(CancelReason.Expired.class);
    assertThat(twophase.accounts().find(CUSTOMER)).hasAvailable("100.00");
  }
}
