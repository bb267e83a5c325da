package io.twophase.junit;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.Write.begin;
import static io.twophase.junit.Write.capture;
import static io.twophase.junit.Write.decide;
import static io.twophase.junit.Write.finish;
import static io.twophase.junit.Write.hold;
import static io.twophase.junit.Write.release;
import static io.twophase.junit.Write.settle;
import static io.twophase.junit.Write.write;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThatBatch;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.ProcessDied;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of a script happens, and what follows is what the protocol promises. */
class FaultScriptTest {

  private static final AccountId A = account("A");
  private static final AccountId B = account("B");
  private static final TransferRequest REQUEST =
      new TransferRequest(transactionId("t"), A, B, money("30.00", "USD"));

  private final TestProcesses processes = new TestProcesses();
  private final TestProcess process = processes.first();
  private final TestProcess onlooker = processes.start();
  private final TwoPhase twophase = process.twophase();
  private final FaultScript faults = process.faults();

  @BeforeEach
  void openAccounts() {
    twophase.accounts().open(A, money("100.00", "USD"));
    twophase.accounts().open(B, money("0.00", "USD"));
  }

  @AfterEach
  void allAreMet() {
    processes.requireAllFaultsMet();
    processes.close();
  }

  private TransactionOutcome transfer() {
    return twophase.transfers().transfer(REQUEST);
  }

  private AccountLookup find(AccountId id) {
    return onlooker.twophase().accounts().find(id);
  }

  private TransactionLookup record() {
    return onlooker.twophase().transactions().find(REQUEST.id());
  }

  private void hasMoved() {
    assertThat(find(A)).hasBalance("70.00").hasNothingHeld();
    assertThat(find(B)).hasBalance("30.00").hasNothingHeld();
    assertThat(record()).isDone();
  }

  @ParameterizedTest
  @CsvSource({"1, PENDING", "2, PENDING", "3, APPLIED", "4, APPLIED", "5, DONE"})
  void whoDiesAfterAWriteHasMadeItAndTheNextProcessGoesOn(int number, State left) {
    faults.diesAfter(write(number));

    assertThatThrownBy(this::transfer).isInstanceOf(ProcessDied.class);
    assertThat(process.hasDied()).isTrue();
    assertThat(record()).isInState(left);
    assertThatThrownBy(this::transfer).isInstanceOf(ProcessDied.class);

    TestProcess next = processes.start();
    assertThat(next.twophase().transfers().transfer(REQUEST)).isApplied();
    assertThat(next.hasDied()).isFalse();
    hasMoved();
  }

  @Test
  void whatADeadProcessLeftIsRecovered() {
    faults.diesAfter(decide());
    assertThatThrownBy(this::transfer).isInstanceOf(ProcessDied.class);
    assertThat(find(A)).hasBalance("100.00").isHeldBy("t");

    assertThat(processes.start().recover()).containsExactly(new Recovered.Done("t", State.APPLIED));
    hasMoved();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void noAnswerToAnyWriteIsOutlived(int number) {
    faults.noAnswerTo(write(number));

    assertThat(transfer()).isApplied();
    hasMoved();
  }

  @Test
  void aStoreThatAnswersNothingForLongLeavesTheOutcomeUnknownAndAskingAgainResolvesIt() {
    for (int lost = 0; lost < 100; lost++) {
      faults.losesRequestOf(decide());
    }
    assertThat(transfer()).isUnknown();
    int left = faults.unmet().size();
    assertThat(left).isBetween(1, 99);
    faults.forget();

    assertThat(transfer()).isApplied();
    hasMoved();
  }

  @Test
  void aLateWriteArrivesWhenItIsToldTo() {
    faults.arrivesLate(settle().on(B));
    assertThat(transfer()).isApplied();
    hasMoved();

    assertThat(faults.deliverLate()).isOne();
    hasMoved();
  }

  @Test
  void aStoreThatCannotBeReachedForTheFirstWriteWasSentNothing() {
    faults.unreachableFor(begin());

    assertThatThrownBy(this::transfer).isInstanceOf(StoreUnavailableException.class);
    assertThat(record()).isAbsent();
  }

  @Test
  void whoIsOvertakenBeforeTheDecisionIsTold() {
    faults.anotherProcessTakesOverBefore(decide());

    assertThat(transfer()).isApplied().wasOvertaken();
    assertThat(record()).wasTakenOver();
    hasMoved();
  }

  @Test
  void aTakeOverThatFindsNothingIsAnErrorOfTheTest() {
    faults.anotherProcessTakesOverBefore(begin());

    assertThatThrownBy(this::transfer)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("found nothing unfinished");
  }

  @Test
  void aRefusedTransferGivesBackWhatItHeld() {
    TransferRequest tooMuch = new TransferRequest(transactionId("u"), A, B, money("130.00", "USD"));
    faults.noAnswerTo(release().on(B));

    assertThat(twophase.transfers().transfer(tooMuch))
        .isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(find(B)).hasNothingHeld();
  }

  @Test
  void documentsAreAimedAtByTheirNames() {
    faults.noAnswerTo(hold().on(document("orders", "7")));
    faults.diesAfter(settle().on(document("orders", "7")));

    assertThatThrownBy(
            () ->
                twophase.run(
                    transaction("pay-7")
                        .debit(A, money("5.00", "USD"))
                        .credit(B, money("5.00", "USD"))
                        .insert(document("orders", "7"), Map.of("status", "Paid"))))
        .isInstanceOf(ProcessDied.class);
    assertThat(processes.start().recover()).hasSize(1);
    assertThat(find(A)).hasBalance("95.00").hasNothingHeld();
  }

  @Test
  void authorizationsHaveStepsOfTheirOwn() {
    faults.noAnswerTo(Write.authorize());
    faults.diesAfter(capture());

    assertThat(
            twophase
                .authorizations()
                .authorize(REQUEST, new AuthorizationTerms(Duration.ofDays(1))))
        .isAuthorized();
    assertThatThrownBy(() -> twophase.authorizations().capture(REQUEST.id()))
        .isInstanceOf(ProcessDied.class);
    assertThat(processes.start().twophase().authorizations().capture(REQUEST.id())).isCaptured();
    assertThat(processes.start().recover()).isEmpty();
    hasMoved();
  }

  @Test
  void batchesAreWritesToo() {
    faults.diesAfter(decide());
    List<TransferRequest> requests =
        List.of(REQUEST, new TransferRequest(transactionId("u"), A, B, money("1.00", "USD")));

    assertThatThrownBy(() -> twophase.transfers().transferAll(requests, Order.ANY))
        .isInstanceOf(ProcessDied.class);
    TestProcess next = processes.start();
    next.recover();
    assertThatBatch(next.twophase().transfers().transferAll(requests, Order.ANY)).areAllApplied();
    assertThat(find(A)).hasBalance("69.00").hasNothingHeld();
    assertThat(next.twophase().audit().run()).isClean();
  }

  @Test
  void manyFaultsOfOneScriptHappenOneAfterTheOther() {
    faults.noAnswerTo(begin());
    faults.losesRequestOf(hold());
    faults.noAnswerTo(settle().number(1));
    faults.losesRequestOf(finish());

    assertThat(transfer()).isApplied();
    hasMoved();
  }

  @Test
  void whatIsNotMetIsNamedByTheWordsOfTheScript() {
    faults.noAnswerTo(hold().on(account("C")));
    faults.diesAfter(write(7));
    transfer();

    assertThat(faults.unmet())
        .containsExactly(
            "no answer to hold on C; since it was planned these were written:"
                + " [begin t, hold A, B, decide t, settle A, B, finish t]",
            "death after write number 7; since it was planned these were written:"
                + " [begin t, hold A, B, decide t, settle A, B, finish t]");
    assertThatThrownBy(processes::requireAllFaultsMet)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("faults that were not met:")
        .hasMessageContaining("no answer to hold on C");
  }

  @Test
  void whereItMayStayUnmetItDoesNotFail() {
    faults.diesAfter(write(7));
    faults.mayStayUnmet();

    processes.requireAllFaultsMet();
    assertThat(transfer()).isApplied();
  }

  @Test
  void thereIsNoWriteBeforeTheFirst() {
    assertThatThrownBy(() -> write(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
