package io.twophase.app.transfer;

/**
 * Thrown by {@link TransactionOutcome#orElseThrow}: the transfer did not happen, as far as is
 * known.
 */
public final class NotAppliedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient TransactionOutcome outcome;

  NotAppliedException(TransactionOutcome outcome, String what) {
    super("transfer " + outcome.id() + " " + what);
    this.outcome = outcome;
  }

  /** What became of it: refused, not known, or not asked. */
  public TransactionOutcome outcome() {
    return outcome;
  }
}
