package io.twophase.junit.assertion;

import io.twophase.app.transfer.AllOrNothingOutcome;
import java.util.Optional;

/** Assertions on what became of transfers that were to happen all or not at all. */
public class AllOrNothingAssert extends RefusableAssert<AllOrNothingAssert, AllOrNothingOutcome> {

  AllOrNothingAssert(AllOrNothingOutcome actual) {
    super(actual, AllOrNothingAssert.class);
  }

  @Override
  Said said() {
    return TransactionOutcomeAssert.said(actual.outcome());
  }

  /** All have happened. */
  public AllOrNothingAssert isApplied() {
    return is("applied");
  }

  /** None has happened, because of the transfer at this place, counted from 0. */
  public AllOrNothingAssert isRefusedAt(int place) {
    isRefused();
    if (!actual.firstRefused().equals(Optional.of(place))) {
      failWithMessage(
          "%nExpecting %s%nto be refused because of transfer %d%nbut it is %s, because of %s",
          subject(),
          place,
          text(),
          actual.firstRefused().map(at -> "transfer " + at).orElse("no single one"));
    }
    return this;
  }
}
