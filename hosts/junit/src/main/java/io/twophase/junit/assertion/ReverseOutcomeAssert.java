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
    return actual.fold(new Words());
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

  private static final class Words implements ReverseOutcome.Cases<Said> {
    @Override
    public Said reversed(ReverseOutcome.Reversed outcome) {
      return Said.that(SUBJECT, "reversed", "by " + outcome.reversal());
    }

    @Override
    public Said refused(ReverseOutcome.Refused outcome) {
      return Said.refused(SUBJECT, outcome.reason());
    }

    @Override
    public Said cancelInstead(ReverseOutcome.CancelInstead outcome) {
      return not("it is " + outcome.state() + "; cancel it");
    }

    @Override
    public Said nothingMoved(ReverseOutcome.NothingMoved outcome) {
      return not("it was canceled");
    }

    @Override
    public Said notFound(ReverseOutcome.NotFound outcome) {
      return not("there is no such transaction");
    }

    @Override
    public Said recordRemoved(ReverseOutcome.RecordRemoved outcome) {
      return not("its record was removed");
    }

    @Override
    public Said idTooLong(ReverseOutcome.IdTooLong outcome) {
      return not("its reversal's id would be too long");
    }

    @Override
    public Said notReversible(ReverseOutcome.NotReversible outcome) {
      return not("it has done " + outcome.operation());
    }

    @Override
    public Said unknown(ReverseOutcome.Unknown outcome) {
      return Said.unknown(SUBJECT, outcome.why());
    }

    private static Said not(String why) {
      return Said.that(SUBJECT, "not reversible", why);
    }
  }
}
