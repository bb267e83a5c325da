package io.twophase.junit.assertion;

import io.twophase.app.authorization.CaptureOutcome;

/** Assertions on what became of a request to capture. */
public class CaptureOutcomeAssert extends RefusableAssert<CaptureOutcomeAssert, CaptureOutcome> {

  CaptureOutcomeAssert(CaptureOutcome actual) {
    super(actual, CaptureOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        captured -> Said.that(Said.subject(captured.id()), "captured"),
        refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
        unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
  }

  /** It happens, with the amounts asked for. */
  public CaptureOutcomeAssert isCaptured() {
    return is("captured");
  }
}
