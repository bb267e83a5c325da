package io.twophase.junit.assertion;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.junit.assertion.OutcomeAssert.Said;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on what became of many transactions that were asked for together. */
public class BatchAssert extends AbstractAssert<BatchAssert, List<TransactionOutcome>> {

  BatchAssert(List<TransactionOutcome> actual) {
    super(actual, BatchAssert.class);
  }

  /** Each has happened. */
  public BatchAssert areAllApplied() {
    isNotNull();
    if (!actual.stream().allMatch(TransactionOutcome::isApplied)) {
      failWithMessage("%nExpecting all to be applied%nbut not all are:%s", lines());
    }
    return this;
  }

  /** Exactly these have happened, in whatever order. */
  public BatchAssert areAppliedOnly(String... ids) {
    isNotNull();
    List<String> found =
        actual.stream()
            .filter(TransactionOutcome::isApplied)
            .map(each -> each.id().value())
            .toList();
    if (!List.of(ids).stream().sorted().toList().equals(found.stream().sorted().toList())) {
      failWithMessage(
          "%nExpecting exactly %s%nto be applied%nbut these are:%s", List.of(ids), lines());
    }
    return this;
  }

  /** So many have happened. */
  public BatchAssert hasApplied(int count) {
    return has(count, "applied");
  }

  /** So many were refused. */
  public BatchAssert hasRefused(int count) {
    return has(count, Said.REFUSED);
  }

  /** Demands that so many outcomes are unknown. */
  public BatchAssert hasUnknown(int count) {
    return has(count, Said.UNKNOWN);
  }

  private BatchAssert has(int count, String word) {
    isNotNull();
    Predicate<TransactionOutcome> isSo =
        outcome -> TransactionOutcomeAssert.said(outcome).is().equals(word);
    long found = actual.stream().filter(isSo).count();
    if (found != count) {
      failWithMessage("%nExpecting %s to be %s%nbut %s are:%s", count, word, found, lines());
    }
    return this;
  }

  /** Goes on with what became of the one of this id. */
  public TransactionOutcomeAssert outcomeOf(String id) {
    isNotNull();
    List<TransactionOutcome> found =
        actual.stream().filter(outcome -> outcome.id().value().equals(id)).toList();
    if (found.size() != 1) {
      failWithMessage(
          "%nExpecting one outcome of %s%nbut there are %s:%s", id, found.size(), lines());
    }
    return new TransactionOutcomeAssert(found.get(0));
  }

  private String lines() {
    return actual.stream()
        .map(TransactionOutcomeAssert::said)
        .map(said -> System.lineSeparator() + "  " + said.subject() + " is " + said.text())
        .collect(Collectors.joining());
  }
}
