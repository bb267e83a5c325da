package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThatBatch;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.HoldRefusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OtherAssertsTest {

  @AutoClose private final Bank bank = new Bank();

  @Test
  void batches() {
    List<TransactionOutcome> outcomes =
        bank.twophase
            .transfers()
            .transferAll(
                List.of(
                    bank.request("a", "60.00"),
                    bank.request("b", "60.00"),
                    bank.request("c", "40.00")),
                Order.AS_GIVEN);

    assertThatBatch(outcomes).hasApplied(2).hasRefused(1).hasUnknown(0).areAppliedOnly("c", "a");
    assertThatBatch(outcomes).outcomeOf("b").isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThatBatch(outcomes.subList(0, 1)).areAllApplied();
    Failing.with(
        () -> assertThatBatch(outcomes).areAllApplied(),
        "Expecting all to be applied / but not all are: /   transaction a is applied /  "
            + " transaction b is refused: InsufficientFunds, account A has 40.00 USD available");
    Failing.with(
        () -> assertThatBatch(outcomes).areAppliedOnly("a", "b"),
        "Expecting exactly [a, b] / to be applied / but these are: /   transaction a is applied");
    Failing.with(
        () -> assertThatBatch(outcomes).hasApplied(3),
        "Expecting 3 to be applied / but 2 are: /   transaction a is applied");
    Failing.with(() -> assertThatBatch(outcomes).hasUnknown(1), "Expecting 1 to be unknown");
    Failing.with(() -> assertThatBatch(outcomes).hasRefused(0), "Expecting 0 to be refused");
    Failing.with(
        () -> assertThatBatch(outcomes).outcomeOf("d"),
        "Expecting one outcome of d / but there are 0:");
  }

  @Test
  void allOrNothing() {
    AllOrNothingOutcome applied =
        bank.twophase
            .transfers()
            .allOrNothing(transactionId("t"), List.of(bank.request("a", "60.00")));
    AllOrNothingOutcome refused =
        bank.twophase
            .transfers()
            .allOrNothing(
                transactionId("u"),
                List.of(bank.request("a", "30.00"), bank.request("b", "30.00")));

    assertThat(applied).isApplied();
    assertThat(refused).isRefusedAt(1).isRefusedFor(HoldRefusal.InsufficientFunds.class);
    Failing.with(
        () -> assertThat(refused).isRefusedAt(0),
        "Expecting transaction u / to be refused because of transfer 0 / but it is refused:"
            + " InsufficientFunds");
    Failing.with(() -> assertThat(applied).isRefusedAt(0), "to be refused / but it is applied");
    Failing.with(
        () ->
            assertThat(bank.twophase.transfers().allOrNothing(transactionId("v"), List.of()))
                .isRefusedAt(0),
        "to be refused because of transfer 0");
  }

  @Test
  void canceling() {
    bank.twophase
        .authorizations()
        .authorize(bank.request("t", "30.00"), new AuthorizationTerms(Duration.ofDays(1)));
    bank.transfer("u", "30.00");
    CancelOutcome canceled = bank.twophase.transfers().cancel(transactionId("t"), "sold out");
    CancelOutcome late = bank.twophase.transfers().cancel(transactionId("u"), "");

    assertThat(canceled).isCanceled();
    assertThat(late).isTooLate();
    assertThat(bank.twophase.transfers().cancel(transactionId("v"), "")).isOfNoTransaction();
    assertThat(new CancelOutcome.Unknown("no answer")).isUnknown();
    Failing.with(
        () -> assertThat(late).isCanceled(),
        "Expecting the request to cancel / to be canceled / but it is too late: the state is ");
    Failing.with(
        () -> assertThat(canceled).isTooLate(),
        "to be too late / but it is canceled: Canceled, canceled on request: sold out");
  }

  @Test
  void reversing() {
    bank.transfer("t", "30.00");
    bank.transfer("u", "300.00");
    bank.transfer("v", "30.00");
    ReverseOutcome reversed = bank.twophase.compensation().reverse(transactionId("t"), "");
    bank.twophase
        .transfers()
        .transfer(account("B"), account("A"), bank.request("w", "25.00").amount());

    assertThat(reversed).isReversed();
    assertThat(bank.twophase.compensation().reverse(transactionId("u"), "")).isNotReversible();
    assertThat(bank.twophase.compensation().reverse(transactionId("none"), "")).isNotReversible();
    assertThat(bank.twophase.compensation().reverse(transactionId("v"), ""))
        .isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(new ReverseOutcome.Unknown("no answer")).isUnknown();
    Failing.with(
        () -> assertThat(reversed).isNotReversible(),
        "Expecting the request to reverse / to be not reversible / but it is reversed: by ");
  }

  @Test
  void whatCannotBeReversedSaysWhy() {
    bank.twophase
        .authorizations()
        .authorize(bank.request("t", "30.00"), new AuthorizationTerms(Duration.ofDays(1)));
    bank.twophase.run(transaction("d").insert(document("orders", "7"), Map.of("status", "new")));

    Failing.with(
        () -> assertThat(bank.twophase.compensation().reverse(transactionId("t"), "")).isReversed(),
        "to be reversed / but it is not reversible: it is AUTHORIZED; cancel it");
    Failing.with(
        () -> assertThat(bank.twophase.compensation().reverse(transactionId("d"), "")).isReversed(),
        "to be reversed / but it is not reversible: it has done ");
    Failing.with(
        () -> assertThat(new ReverseOutcome.IdTooLong()).isReversed(),
        "but it is not reversible: its reversal's id would be too long");
    Failing.with(
        () -> assertThat(new ReverseOutcome.RecordRemoved()).isReversed(),
        "but it is not reversible: its record was removed");
  }

  @Test
  void theAudit() {
    AuditReport clean = bank.twophase.audit().run();
    AuditReport off =
        new AuditReport(
            1,
            Map.of(),
            Map.of(),
            Map.of(),
            true,
            Optional.empty(),
            List.of(
                new Finding(
                    Finding.Kind.STUCK,
                    new Finding.Subject.OfTransaction("t"),
                    "pending for an hour")));

    assertThat(clean).isClean();
    assertThat(off).hasFound(Finding.Kind.STUCK, "t");
    Failing.with(
        () -> assertThat(off).isClean(),
        "Expecting the audit to find nothing / but it found: /   Stuck in t: pending for an hour");
    Failing.with(
        () -> assertThat(clean).hasFound(Finding.Kind.STUCK, "t"),
        "Expecting the audit to find Stuck in t / but it found: nothing");
  }

  @Test
  void softAssertionsReportAllThatFail() {
    TwoPhaseSoftAssertions softly = new TwoPhaseSoftAssertions();
    softly.assertThat(bank.transfer("t", "30.00")).isRefused();
    softly.assertThat(bank.find("A")).hasBalance("70.00").hasAvailable("1.00").isFrozen();
    softly.assertThat(bank.transaction("t")).isCanceled();
    softly.assertThat(bank.twophase.audit().run()).isClean();

    assertThat(softly.errorsCollected()).hasSize(4);
    Failing.with(softly::assertAll, "to be canceled / but it is done");
  }
}
