package io.twophase.junit.assertion;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import org.assertj.core.api.SoftAssertions;

/** Soft assertions: all that fail are reported together, at {@link #assertAll()}. */
public class TwoPhaseSoftAssertions extends SoftAssertions {

  /** None has failed yet. */
  public TwoPhaseSoftAssertions() {}

  /** Returns assertions on the outcome of a transaction. */
  public TransactionOutcomeAssert assertThat(TransactionOutcome actual) {
    return proxy(TransactionOutcomeAssert.class, TransactionOutcome.class, actual);
  }

  /** An account as it was read. */
  public AccountAssert assertThat(AccountLookup actual) {
    return proxy(AccountAssert.class, AccountLookup.class, actual);
  }

  /** A transaction as it was read. */
  public TransactionAssert assertThat(TransactionLookup actual) {
    return proxy(TransactionAssert.class, TransactionLookup.class, actual);
  }

  /** Returns assertions on the findings of an audit. */
  public AuditReportAssert assertThat(AuditReport actual) {
    return proxy(AuditReportAssert.class, AuditReport.class, actual);
  }
}
