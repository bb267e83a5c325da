package io.twophase.junit.assertion;

import io.twophase.app.authorization.CancelOutcome;
import java.util.List;

/** Assertions on what became of a request to cancel. */
public class CancelOutcomeAssert extends OutcomeAssert<CancelOutcomeAssert, CancelOutcome> {

  private static final String SUBJECT = "the request to cancel";

  CancelOutcomeAssert(CancelOutcome actual) {
    super(actual, CancelOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        canceled -> new Said(SUBJECT, "canceled", List.of(), Said.text(canceled.reason())),
        decided -> new Said(SUBJECT, "too late", List.of(), "the state is " + decided.state()),
        notFound -> Said.that(SUBJECT, "of no transaction"),
        unknown -> Said.unknown(SUBJECT, unknown.why()));
  }

  /** The transaction never happens. */
  public CancelOutcomeAssert isCanceled() {
    return is("canceled");
  }

  /** The transaction was decided to happen before. */
  public CancelOutcomeAssert isTooLate() {
    return is("too late");
  }

  /** There is no such transaction. */
  public CancelOutcomeAssert isOfNoTransaction() {
    return is("of no transaction");
  }
}
