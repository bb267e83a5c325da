package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.HoldRefusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AuthorizationAssertsTest {

  private static final AuthorizationTerms FOR_A_DAY = new AuthorizationTerms(Duration.ofDays(1));
  private static final AuthorizationTerms WITH_TWO =
      new AuthorizationTerms(
          Duration.ofDays(1),
          Optional.of(
              new ApprovalRule(2, List.of(new ApproverName("Ann"), new ApproverName("Bob")))));

  @AutoClose private final Bank bank = new Bank();
  private final Authorizations authorizations = bank.twophase.authorizations();

  @Test
  void authorizing() {
    AuthorizeOutcome held = authorizations.authorize(bank.request("t", "30.00"), FOR_A_DAY);
    AuthorizeOutcome refused = authorizations.authorize(bank.request("u", "300.00"), FOR_A_DAY);

    assertThat(held).isAuthorized().expiresAt(Bank.NOW.plus(Duration.ofDays(1)));
    assertThat(refused).isRefused().isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(new AuthorizeOutcome.Unknown(transactionId("t"), "no answer")).isUnknown();
    Failing.with(
        () -> assertThat(held).expiresAt(Bank.NOW),
        "Expecting transaction t / to expire at 2026-01-01T00:00:00Z / but it is authorized: until"
            + " 2026-01-02T00:00:00Z, approved by []");
    Failing.with(() -> assertThat(held).isCaptured(), "to be captured / but it is authorized");
    Failing.with(
        () -> assertThat(refused).isAuthorized(),
        "to be authorized / but it is refused: InsufficientFunds");
  }

  @Test
  void capturing() {
    authorizations.authorize(bank.request("t", "30.00"), FOR_A_DAY);
    CaptureOutcome captured =
        authorizations.captureInPart(transactionId("t"), money("12.00", "USD"));
    CaptureOutcome second = authorizations.capture(transactionId("t"));

    assertThat(captured).isCaptured();
    assertThat(second).isRefusedFor(AuthorizationRefusal.class);
    assertThat(authorizations.capture(transactionId("none")))
        .isRefusedFor(AuthorizationRefusal.NotFound.class);
    assertThat(new CaptureOutcome.Unknown(transactionId("t"), "no answer")).isUnknown();
    assertThat(authorizations.authorize(bank.request("t", "30.00"), FOR_A_DAY)).isCaptured();
    Failing.with(
        () -> assertThat(captured).isRefused(),
        "Expecting transaction t / to be refused / but it is captured");
    Failing.with(() -> assertThat(second).isCaptured(), "to be captured / but it is refused: ");
  }

  @Test
  void voiding() {
    authorizations.authorize(bank.request("t", "30.00"), FOR_A_DAY);
    VoidOutcome voided = authorizations.voidAuthorization(transactionId("t"), "sold out");

    assertThat(voided).isVoided();
    assertThat(authorizations.capture(transactionId("t")))
        .isRefusedFor(AuthorizationRefusal.Voided.class);
    assertThat(authorizations.voidAuthorization(transactionId("none"), "")).isRefused();
    assertThat(new VoidOutcome.Unknown(transactionId("t"), "no answer")).isUnknown();
    Failing.with(
        () -> assertThat(voided).isUnknown(),
        "to be unknown / but it is voided: Canceled, canceled on request: sold out");
  }

  @Test
  void whatWasNeverAuthorizedIsRefusedForWhatRefusedIt() {
    authorizations.authorize(bank.request("t", "300.00"), FOR_A_DAY);

    assertThat(authorizations.capture(transactionId("t")))
        .isRefusedFor(AuthorizationRefusal.NeverAuthorized.class)
        .isRefusedFor(HoldRefusal.InsufficientFunds.class);
    assertThat(
            new CaptureOutcome.Refused(
                transactionId("t"), new AuthorizationRefusal.Expired(transactionId("t"), Bank.NOW)))
        .isRefusedFor("Expired");
  }

  @Test
  void approving() {
    authorizations.authorize(bank.request("t", "30.00"), WITH_TWO);
    ApproveOutcome one = authorizations.approve(transactionId("t"), new ApproverName("Ann"));
    ApproveOutcome stranger = authorizations.approve(transactionId("t"), new ApproverName("Eve"));

    assertThat(one).isApproved().isApprovedBy("Ann");
    assertThat(stranger).isRefused();
    assertThat(new ApproveOutcome.Unknown(transactionId("t"), "no answer")).isUnknown();
    Failing.with(
        () -> assertThat(one).isApprovedBy("Ann", "Bob"),
        "Expecting transaction t / to be approved by [Ann, Bob] / but it is approved: by [Ann], of"
            + " 2 required");
    Failing.with(() -> assertThat(one).isApprovedBy(""), "but it is approved: by [Ann]");
    Failing.with(
        () -> assertThat(stranger).isApprovedBy("Eve"), "to be approved / but it is refused: ");
  }
}
