package io.twophase.junit.assertion;

import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.junit.assertion.OutcomeAssert.RefusableAssert;
import io.twophase.junit.assertion.OutcomeAssert.Said;

/** Assertions on what became of a request to reverse. */
public class ReverseOutcomeAssert extends RefusableAssert<ReverseOutcomeAssert, ReverseOutcome> {

  private static final String SUBJECT = "the request to reverse";

  ReverseOutcomeAssert(ReverseOutcome actual) {
    super(actual, ReverseOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        reversed -> Said.that(SUBJECT, "reversed", "by " + reversed.reversal()),
        refused -> Said.refused(SUBJECT, refused.reason()),
        none -> Said.that(SUBJECT, "not reversible", none.reason().message()),
        unknown -> Said.unknown(SUBJECT, unknown.why()));
  }

  /** All is moved back. */
  public ReverseOutcomeAssert isReversed() {
    return is("reversed");
  }

  /**
   * Nothing is moved back, and nothing can be: the transaction is undecided, canceled, not there,
   * or has done what cannot be undone.
   */
  public ReverseOutcomeAssert isNotReversible() {
    return is("not reversible");
  }
}
