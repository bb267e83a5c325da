package io.twophase.junit.assertion;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.junit.assertion.OutcomeAssert.AllOrNothingAssert;
import io.twophase.junit.assertion.OutcomeAssert.ApproveOutcomeAssert;
import io.twophase.junit.assertion.OutcomeAssert.AuthorizeOutcomeAssert;
import io.twophase.junit.assertion.OutcomeAssert.CancelOutcomeAssert;
import io.twophase.junit.assertion.OutcomeAssert.CaptureOutcomeAssert;
import io.twophase.junit.assertion.OutcomeAssert.VoidOutcomeAssert;
import java.util.List;
import org.assertj.core.api.Assertions;

/**
 * The entry to assertions in the words of the domain. It has all of AssertJ's own, so that one
 * static import is enough:
 *
 * <pre>{@code
 * import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
 *
 * assertThat(twophase.run(order)).isRefusedFor(HoldRefusal.InsufficientFunds.class);
 * assertThat(twophase.accounts().find(customer)).hasBalance("70.00").hasNothingHeld();
 * }</pre>
 */
public class TwoPhaseAssertions extends Assertions {

  /** Static methods only; for classes that have assertions of their own besides. */
  protected TwoPhaseAssertions() {}

  /** Returns assertions on the outcome of a transaction. */
  public static TransactionOutcomeAssert assertThat(TransactionOutcome actual) {
    return new TransactionOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of transactions that were asked for together. */
  public static BatchAssert assertThatBatch(List<TransactionOutcome> actual) {
    return new BatchAssert(actual);
  }

  /** Returns assertions on the outcome of transfers that were to happen all or not at all. */
  public static AllOrNothingAssert assertThat(AllOrNothingOutcome actual) {
    return new AllOrNothingAssert(actual);
  }

  /** Returns assertions on the outcome of a request to authorize. */
  public static AuthorizeOutcomeAssert assertThat(AuthorizeOutcome actual) {
    return new AuthorizeOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of a request to capture. */
  public static CaptureOutcomeAssert assertThat(CaptureOutcome actual) {
    return new CaptureOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of a request to void. */
  public static VoidOutcomeAssert assertThat(VoidOutcome actual) {
    return new VoidOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of an approval. */
  public static ApproveOutcomeAssert assertThat(ApproveOutcome actual) {
    return new ApproveOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of a request to cancel. */
  public static CancelOutcomeAssert assertThat(CancelOutcome actual) {
    return new CancelOutcomeAssert(actual);
  }

  /** Returns assertions on the outcome of a request to reverse. */
  public static ReverseOutcomeAssert assertThat(ReverseOutcome actual) {
    return new ReverseOutcomeAssert(actual);
  }

  /** An account as it was read. */
  public static AccountAssert assertThat(AccountLookup actual) {
    return new AccountAssert(actual);
  }

  /** An account. */
  public static AccountAssert assertThat(Account actual) {
    return new AccountAssert(new AccountLookup.Found(actual));
  }

  /** A transaction as it was read. */
  public static TransactionAssert assertThat(TransactionLookup actual) {
    return new TransactionAssert(actual);
  }

  /** Returns assertions on the findings of an audit. */
  public static AuditReportAssert assertThat(AuditReport actual) {
    return new AuditReportAssert(actual);
  }
}
