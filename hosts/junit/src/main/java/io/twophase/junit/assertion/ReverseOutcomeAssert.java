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
        undecided -> not("it is " + undecided.state() + "; cancel it"),
        canceled -> not("it was canceled"),
        none -> not("there is no such transaction"),
        removed -> not("its record was removed"),
        tooLong -> not("its reversal's id would be too long"),
        kept -> not("it has done " + kept.operation()),
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

  private static Said not(String why) {
    return Said.that(SUBJECT, "not reversible", why);
  }
}
