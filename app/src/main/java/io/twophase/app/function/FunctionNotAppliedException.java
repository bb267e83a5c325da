package io.twophase.app.function;

/** A function's transaction did not happen, or is not known to have; the outcome says which. */
public final class FunctionNotAppliedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient FunctionOutcome<?> outcome;

  FunctionNotAppliedException(FunctionOutcome<?> outcome) {
    super("function " + outcome.id() + " is " + outcome.message());
    this.outcome = outcome;
  }

  /** The outcome. */
  public FunctionOutcome<?> outcome() {
    return outcome;
  }
}
