package io.twophase.junit.assertion;

import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;

import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransactionAssertTest {

  @AutoClose private final Bank bank = new Bank();

  @Test
  void oneThatIsDone() {
    bank.transfer("t", "30.00");

    assertThat(bank.transaction("t")).exists().isDone().isInState(State.DONE);
    Failing.with(
        () -> assertThat(bank.transaction("t")).isCanceled(),
        "Expecting transaction t / to be canceled / but it is done");
    Failing.with(
        () -> assertThat(bank.transaction("t")).isUndecided(), "to be undecided / but it is done");
    Failing.with(
        () -> assertThat(bank.transaction("t")).isAuthorized(),
        "to be authorized / but it is done");
    Failing.with(
        () -> assertThat(bank.transaction("t")).wasTakenOver(),
        "to be taken over / but it is done, and nobody has taken it over");
    Failing.with(
        () -> assertThat(bank.transaction("t")).isAbsent(), "not to exist / but it is there");
  }

  @Test
  void oneThatIsCanceled() {
    bank.transfer("t", "130.00");

    assertThat(bank.transaction("t"))
        .isCanceled()
        .isCanceledFor(HoldRefusal.InsufficientFunds.class)
        .isCanceledFor(HoldRefusal.class);
    Failing.with(
        () -> assertThat(bank.transaction("t")).isDone(),
        "to be done / but it is canceled: InsufficientFunds, account A");
    Failing.with(
        () -> assertThat(bank.transaction("t")).isCanceledFor(CancelReason.Requested.class),
        "to be canceled for Requested / but it is canceled: InsufficientFunds, account A");
  }

  @Test
  void oneThatWaits() {
    bank.twophase
        .authorizations()
        .authorize(bank.request("t", "30.00"), new AuthorizationTerms(Duration.ofDays(1)));

    assertThat(bank.transaction("t")).isAuthorized().isUndecided();
    Failing.with(
        () -> assertThat(bank.transaction("t")).isCanceledFor(CancelReason.Expired.class),
        "to be canceled for Expired / but it is authorized");
  }

  @Test
  void oneThatIsNotThere() {
    assertThat(bank.transaction("t")).isAbsent();
    Failing.with(
        () -> assertThat(bank.transaction("t")).exists(),
        "Expecting transaction t / to exist / but there is none");
  }

  @Test
  void oneThatCannotBeRead() {
    TransactionLookup unreadable = new TransactionLookup.Unreadable("t", "state is missing");

    Failing.with(
        () -> assertThat(unreadable).isDone(), "to exist / but it cannot be read: state is");
    Failing.with(() -> assertThat(unreadable).isAbsent(), "not to exist / but it is there");
  }

  @Test
  void recoveryThatFindsItEnqueuedDoesNotTakeItOver() {
    bank.twophase.transfers().enqueue(bank.request("t", "30.00"));
    assertThat(bank.transaction("t")).isInState(State.INITIAL).isUndecided();

    bank.twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});

    assertThat(bank.transaction("t")).isDone();
  }
}
