package io.twophase.domain;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An outcome, answer or lookup is not the one that its caller goes on with. The {@code orElseThrow}
 * of each of them throws this exception, and only this one; the message says why, and names the
 * thing where the outcome has its name. Neither the outcome nor the reason is serialized.
 */
// raise() is an expression where each fold asks for one, of the type that the fold returns
@SuppressWarnings({"TypeParameterUnusedInFormals", "DoNotCallSuggester"})
public final class NotDoneException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Object outcome;
  private final transient @Nullable Reason reason;

  private NotDoneException(Object outcome, String message, @Nullable Reason reason) {
    super(message);
    this.outcome = outcome;
    this.reason = reason;
  }

  /** Throws the exception of an outcome with a reason, whose message follows {@code what}. */
  public static <T> T raise(Object outcome, String what, Reason reason) {
    throw new NotDoneException(outcome, what + ": " + reason.message(), reason);
  }

  /** Throws the exception of an outcome that is a reason, with its message. */
  public static <T> T raise(Object outcome, Reason reason) {
    throw new NotDoneException(outcome, reason.message(), reason);
  }

  /** Throws the exception of an outcome that has no typed reason. */
  public static <T> T raise(Object outcome, String message) {
    throw new NotDoneException(outcome, message, null);
  }

  /** Throws the exception of an outcome that is not known, and says that asking again helps. */
  public static <T> T uncertain(Object outcome, String what, String why) {
    return raise(outcome, what + " is not certain: " + why + "; asking again resolves it");
  }

  /** The outcome, answer or lookup whose {@code orElseThrow} has thrown. */
  public Object outcome() {
    return outcome;
  }

  /**
   * Returns the reason, the case itself, such as an {@code InsufficientFunds}; empty if the outcome
   * has none, because it is not known or nothing was asked.
   */
  public Optional<Reason> reason() {
    return Optional.ofNullable(reason);
  }
}
