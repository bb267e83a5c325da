package io.twophase.micrometer;

import io.twophase.app.transfer.TransactionOutcome;

/**
 * The outcome of a transaction as values of keys: few, and without ids.
 *
 * @param outcome its name
 * @param refusal the kind of the refusal, or that there is none
 * @param wasFound whether it was decided before it was asked for now
 */
record Result(String outcome, String refusal, boolean wasFound) {

  static final String APPLIED = "applied";
  static final String REFUSED = "refused";
  static final String UNKNOWN = "unknown";
  static final String NOT_ASKED = "not_asked";
  static final String FAILED = "failed";

  static Result of(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> new Result(APPLIED, TransactionConvention.NONE, applied.foundDecided()),
        refused -> new Result(REFUSED, refused.reason().kind(), refused.foundDecided()),
        unknown -> new Result(UNKNOWN, TransactionConvention.NONE, false),
        notAsked -> new Result(NOT_ASKED, TransactionConvention.NONE, false));
  }
}
