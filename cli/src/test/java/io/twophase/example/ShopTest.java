package io.twophase.example;

import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.example.Shop.CUSTOMER;
import static io.twophase.example.Shop.TILL;
import static io.twophase.junit.Write.decide;
import static io.twophase.junit.Write.hold;
import static io.twophase.junit.Write.settle;
import static io.twophase.junit.Write.write;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.junit.FaultScript;
import io.twophase.junit.TestProcess;
import io.twophase.junit.TestProcesses;
import io.twophase.junit.TwoPhaseTest;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.ProcessDied;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests of docs/HOST_TESTS.md, which shows parts of this file. */
@TwoPhaseTest
class ShopTest {

  private final TwoPhase twophase;
  private final Shop shop;

  ShopTest(TwoPhase twophase) {
    this.twophase = twophase;
    this.shop = new Shop(twophase);
  }

  @BeforeEach
  void open() {
    twophase.accounts().open(CUSTOMER, money("100.00", "USD"));
    twophase.accounts().open(TILL, money("0.00", "USD"));
    shop.place("7");
  }

  @Test
  void anOrderIsPaidOnce() {
    assertThat(shop.pay("7", "30.00")).isApplied().wasDecidedNow();
    assertThat(shop.pay("7", "30.00")).isApplied().wasDecidedBefore();

    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("70.00").hasNothingHeld();
    assertThat(twophase.accounts().find(TILL)).hasBalance("30.00");
  }

  @Test
  void whoHasTooLittleDoesNotPay() {
    assertThat(shop.pay("7", "300.00")).isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(shop.pay("8", "30.00")).isRefusedFor(DocumentRefusal.NoSuchDocument.class);

    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("100.00").hasNothingHeld();
  }

  @Test
  void aLostAnswerChargesNobodyTwice(FaultScript faults) {
    faults.noAnswerTo(hold().on(CUSTOMER));

    assertThat(shop.pay("7", "30.00")).isApplied();
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("70.00").hasNothingHeld();
  }

  @Test
  void aShopThatIsKilledPaysWhenItIsStartedAgain(FaultScript faults, TestProcesses processes) {
    faults.diesAfter(decide());
    assertThatThrownBy(() -> shop.pay("7", "30.00")).isInstanceOf(ProcessDied.class);

    Shop next = new Shop(processes.start().twophase());
    assertThat(next.pay("7", "30.00")).isApplied().wasDecidedBefore();
  }

  @Test
  void whatAKilledShopLeftIsRecovered(FaultScript faults, TestProcesses processes) {
    faults.diesAfter(write(3));
    assertThatThrownBy(() -> shop.pay("7", "30.00")).isInstanceOf(ProcessDied.class);

    TestProcess other = processes.start();
    assertThat(other.recover()).hasSize(1);
    assertThat(other.twophase().transactions().find(transactionId("pay-7"))).isDone();
    assertThat(other.twophase().audit().run()).isClean();
  }

  @Test
  void aShopThatStallsIsOvertakenAndPaysOnce(FaultScript faults) {
    faults.anotherProcessTakesOverBefore(settle());

    assertThat(shop.pay("7", "30.00")).isApplied();
    assertThat(twophase.accounts().find(TILL)).hasBalance("30.00").hasNothingHeld();
  }

  @Test
  void whatIsNotKnownIsAskedForAgain(FaultScript faults) {
    for (int lost = 0; lost < 100; lost++) {
      faults.losesRequestOf(decide());
    }
    assertThat(shop.pay("7", "30.00")).isUnknown();
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("100.00").isHeldBy("pay-7");

    faults.forget();
    assertThat(shop.pay("7", "30.00")).isApplied();
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("70.00").hasNothingHeld();
  }

  @Test
  void aReservationEndsWithItsTime(SettableClock clock, TestProcess process) {
    TransferRequest deposit =
        new TransferRequest(transactionId("deposit"), CUSTOMER, TILL, money("40.00", "USD"));
    twophase.authorizations().authorize(deposit, new AuthorizationTerms(Duration.ofDays(7)));
    assertThat(twophase.accounts().find(CUSTOMER)).hasBalance("100.00").hasAvailable("60.00");

    clock.advance(Duration.ofDays(8));
    process.recover();

    assertThat(twophase.transactions().find(transactionId("deposit")))
        .isCanceledFor(CancelReason.Expired.class);
    assertThat(twophase.accounts().find(CUSTOMER)).hasAvailable("100.00").hasNothingHeld();
  }
}
