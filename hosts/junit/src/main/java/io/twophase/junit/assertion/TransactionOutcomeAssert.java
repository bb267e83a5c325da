package io.twophase.junit.assertion;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.Money;
import java.util.List;
import java.util.Optional;

/** Assertions on what became of a transaction, a transfer among them. */
public class TransactionOutcomeAssert
    extends RefusableAssert<TransactionOutcomeAssert, TransactionOutcome> {

  TransactionOutcomeAssert(TransactionOutcome actual) {
    super(actual, TransactionOutcomeAssert.class);
  }

  @Override
  Said said() {
    return said(actual);
  }

  static Said said(TransactionOutcome outcome) {
    String subject = Said.subject(outcome.id());
    return outcome.fold(
        applied -> Said.that(subject, "applied"),
        refused -> Said.refused(subject, refused.reason()),
        unknown -> Said.unknown(subject, unknown.why()),
        notAsked -> new Said(subject, "not asked", List.of(), notAsked.why()));
  }

  /** It happened. */
  public TransactionOutcomeAssert isApplied() {
    return is("applied");
  }

  /** Nothing of it was sent to the store. */
  public TransactionOutcomeAssert isNotAsked() {
    return is("not asked");
  }

  /** It is applied or refused, and nothing of it is held any more. */
  public TransactionOutcomeAssert isFinished() {
    isNotNull();
    if (actual.isOpenEnded()) {
      failWithMessage(
          "%nExpecting %s%nto be finished%nbut it is %s and not finished", subject(), text());
    }
    return this;
  }

  /** It is applied or refused, and some of it may be held until recovery has finished it. */
  public TransactionOutcomeAssert isNotFinished() {
    isNotNull();
    boolean isDecided =
        actual.<Boolean>fold(applied -> true, refused -> true, unknown -> false, notAsked -> false);
    if (!isDecided || !actual.isOpenEnded()) {
      failWithMessage(
          "%nExpecting %s%nto be decided and not finished%nbut it is %s%s",
          subject(), text(), isDecided ? " and finished" : "");
    }
    return this;
  }

  /** It had been decided before it was asked for, so this request has changed nothing. */
  public TransactionOutcomeAssert wasDecidedBefore() {
    return decidedBefore(true);
  }

  /** It was decided by this request. */
  public TransactionOutcomeAssert wasDecidedNow() {
    return decidedBefore(false);
  }

  private TransactionOutcomeAssert decidedBefore(boolean wanted) {
    isNotNull();
    Optional<Boolean> found =
        actual.fold(
            applied -> Optional.of(applied.foundDecided()),
            refused -> Optional.of(refused.foundDecided()),
            unknown -> Optional.empty(),
            notAsked -> Optional.empty());
    if (!found.equals(Optional.of(wanted))) {
      String when = found.map(before -> before ? ", decided before" : ", decided now").orElse("");
      failWithMessage(
          "%nExpecting %s%nto be decided %s%nbut it is %s%s",
          subject(), wanted ? "before" : "now", text(), when);
    }
    return this;
  }

  /** Another process has overtaken this one, and has done the rest. */
  public TransactionOutcomeAssert wasOvertaken() {
    isNotNull();
    boolean isFenced =
        actual.<Boolean>fold(
            applied -> applied.fencedAt().isPresent(),
            refused -> refused.fencedAt().isPresent(),
            unknown -> false,
            notAsked -> false);
    if (!isFenced) {
      failWithMessage(
          "%nExpecting %s%nto be overtaken by another process%nbut it is %s, and was not overtaken",
          subject(), text());
    }
    return this;
  }

  /**
   * A transfer that takes as much as there is has moved so much, such as {@code "12.50"}, in the
   * currency of what it moved.
   */
  public TransactionOutcomeAssert hasMoved(String decimal) {
    isApplied();
    Optional<Money> moved =
        actual.fold(
            applied -> applied.moved(),
            refused -> Optional.empty(),
            unknown -> Optional.empty(),
            notAsked -> Optional.empty());
    if (moved.isEmpty()) {
      failWithMessage(
          "%nExpecting %s%nto have moved %s%nbut it moves what was asked for", subject(), decimal);
    }
    Money wanted = Amounts.of(decimal, moved.orElseThrow().currency());
    if (!moved.equals(Optional.of(wanted))) {
      failWithMessage(
          "%nExpecting %s%nto have moved %s%nbut it has moved %s",
          subject(), wanted, moved.orElseThrow());
    }
    return this;
  }
}
