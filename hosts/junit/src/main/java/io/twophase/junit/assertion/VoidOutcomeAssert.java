package io.twophase.junit.assertion;

import io.twophase.app.authorization.VoidOutcome;
import java.util.List;

/** Assertions on what became of a request to void. */
public class VoidOutcomeAssert extends RefusableAssert<VoidOutcomeAssert, VoidOutcome> {

  VoidOutcomeAssert(VoidOutcome actual) {
    super(actual, VoidOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        voided ->
            new Said(Said.subject(voided.id()), "voided", List.of(), Said.text(voided.reason())),
        refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
        unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
  }

  /** It does not happen. */
  public VoidOutcomeAssert isVoided() {
    return is("voided");
  }
}
