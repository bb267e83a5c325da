package io.twophase.micrometer;

import io.twophase.app.transfer.TransactionOutcome;
import java.util.List;

/** Outcomes as values of keys: few, and without ids. */
final class Outcomes {

  static final String APPLIED = "applied";
  static final String REFUSED = "refused";
  static final String UNKNOWN = "unknown";
  static final String NOT_ASKED = "not_asked";
  static final String FAILED = "failed";

  static final List<String> ALL = List.of(APPLIED, REFUSED, UNKNOWN, NOT_ASKED, FAILED);

  private Outcomes() {}

  static String name(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> APPLIED, refused -> REFUSED, unknown -> UNKNOWN, notAsked -> NOT_ASKED);
  }

  static String refusal(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> TransactionConvention.NONE,
        refused -> refused.reason().kind(),
        unknown -> TransactionConvention.NONE,
        notAsked -> TransactionConvention.NONE);
  }

  static boolean wasFound(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> applied.foundDecided(),
        refused -> refused.foundDecided(),
        unknown -> false,
        notAsked -> false);
  }
}
