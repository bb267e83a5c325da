package io.twophase.junit.assertion;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.Money;
import io.twophase.junit.assertion.OutcomeAssert.RefusableAssert;
import io.twophase.junit.assertion.OutcomeAssert.Said;
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
        applied -> Said.that(subject, "applied", ""),
        refused -> Said.refused(subject, refused.reason()),
        unknown -> Said.unknown(subject, unknown.why()),
        notAsked -> Said.that(subject, "not asked", notAsked.why()));
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
    return is(() -> !actual.isOpenEnded(), "finished", " and not finished");
  }

  /** It is applied or refused, and some of it may be held until recovery has finished it. */
  public TransactionOutcomeAssert isNotFinished() {
    isNotNull();
    boolean isDecided =
        actual.<Boolean>fold(applied -> true, refused -> true, unknown -> false, notAsked -> false);
    return is(
        () -> isDecided && actual.isOpenEnded(),
        "decided and not finished",
        isDecided ? " and finished" : "");
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
    return is(
        () -> found.equals(Optional.of(wanted)),
        wanted ? "decided before" : "decided now",
        found.map(before -> before ? ", decided before" : ", decided now").orElse(""));
  }

  /** Another process has overtaken this one, and has done the rest. */
  public TransactionOutcomeAssert wasOvertaken() {
    return is(this::isFenced, "overtaken by another process", ", and was not overtaken");
  }

  private boolean isFenced() {
    return actual.<Boolean>fold(
        applied -> applied.fencedAt().isPresent(),
        refused -> refused.fencedAt().isPresent(),
        unknown -> false,
        notAsked -> false);
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
    Money wanted = LookupAssert.money(decimal, moved.orElseThrow().currency());
    if (!moved.equals(Optional.of(wanted))) {
      failWithMessage(
          "%nExpecting %s%nto have moved %s%nbut it has moved %s",
          subject(), wanted, moved.orElseThrow());
    }
    return this;
  }
}
