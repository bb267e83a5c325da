package io.twophase.junit.assertion;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionOutcome.Applied;
import io.twophase.app.transfer.TransactionOutcome.Refused;
import io.twophase.domain.Money;
import io.twophase.junit.assertion.OutcomeAssert.RefusableAssert;
import io.twophase.junit.assertion.OutcomeAssert.Said;
import java.util.Optional;
import java.util.function.Function;

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
    Optional<Boolean> finished = decided(Applied::finished, Refused::finished);
    return is(
        () -> finished.equals(Optional.of(false)),
        "decided and not finished",
        finished.isPresent() ? " and finished" : "");
  }

  /** The part of an outcome that was decided: how it was applied, or refused. */
  private <T> Optional<T> decided(
      Function<? super Applied, T> applied, Function<? super Refused, T> refused) {
    return actual.fold(
        applied.andThen(Optional::of),
        refused.andThen(Optional::of),
        unknown -> Optional.empty(),
        notAsked -> Optional.empty());
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
    Optional<Boolean> found = decided(Applied::foundDecided, Refused::foundDecided);
    return is(
        () -> found.equals(Optional.of(wanted)),
        wanted ? "decided before" : "decided now",
        found.map(before -> before ? ", decided before" : ", decided now").orElse(""));
  }

  /** Another process has overtaken this one, and has done the rest. */
  public TransactionOutcomeAssert wasOvertaken() {
    return is(
        () -> decided(Applied::fencedAt, Refused::fencedAt).filter(Optional::isPresent).isPresent(),
        "overtaken by another process",
        ", and was not overtaken");
  }

  /**
   * A transfer that takes as much as there is has moved so much, such as {@code "12.50"}, in the
   * currency of what it moved.
   */
  public TransactionOutcomeAssert hasMoved(String decimal) {
    isApplied();
    Optional<Money> moved =
        decided(Applied::moved, refused -> Optional.<Money>empty()).flatMap(one -> one);
    return is(
        () -> moved.filter(it -> it.equals(LookupAssert.money(decimal, it.currency()))).isPresent(),
        "applied, moving " + decimal,
        ", moving " + moved.map(Money::toString).orElse("what was asked for"));
  }
}
