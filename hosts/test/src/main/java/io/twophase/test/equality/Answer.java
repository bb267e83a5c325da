package io.twophase.test.equality;

import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/**
 * What a store answers to one element of a call.
 *
 * @param value the answer itself
 * @param kind its name where answers are counted
 * @param isMatch whether a write of this element took effect by a guard that held
 * @param hold the same answer, where a hold was to be placed
 */
record Answer(Object value, String kind, boolean isMatch, Option<AccountHoldOutcome> hold) {

  static Answer of(OpenOutcome outcome) {
    return plain(
        outcome,
        outcome.fold(
            opened -> "Opened",
            alreadyOpen -> "AlreadyOpen",
            refused -> refused.refusal().kind(),
            inDoubt -> "InDoubt"));
  }

  static Answer of(StatusOutcome outcome) {
    return plain(
        outcome,
        outcome.fold(
            changed -> "Changed", refused -> refused.refusal().kind(), inDoubt -> "InDoubt"));
  }

  static Answer of(AccountHoldOutcome outcome) {
    String kind =
        outcome.fold(
            held -> "Held",
            alreadyHeld -> "AlreadyHeld",
            refused -> refused.refusal().kind(),
            inDoubt -> "InDoubt");
    boolean isHeld =
        outcome.fold(held -> true, alreadyHeld -> false, refused -> false, inDoubt -> false);
    return new Answer(outcome, kind, isHeld, Option.some(outcome));
  }

  static Answer of(MatchOutcome outcome) {
    return new Answer(outcome, outcome.name(), outcome == MatchOutcome.MATCHED, Option.none());
  }

  static Answer of(BeginOutcome outcome) {
    return plain(outcome, outcome.name());
  }

  static Answer of(AccountLookup lookup) {
    return plain(
        lookup, lookup.fold(found -> "Found", absent -> "Absent", unreadable -> "Unreadable"));
  }

  static Answer of(TransactionLookup lookup) {
    return plain(
        lookup,
        lookup.fold(
            found -> "Found",
            absent -> "Absent",
            unreadable -> "Unreadable",
            removed -> "Removed"));
  }

  /** The store broke down instead of answering. */
  static Answer failed(StoreException failure) {
    return plain(failure, "Failed");
  }

  private static Answer plain(Object value, String kind) {
    return new Answer(value, kind, false, Option.none());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
