package io.twophase.app.authorization;

/**
 * Is notified of what was answered to requests of authorizations, after the fact, on the thread
 * that asked. An answer that finds a decision of before is told, too. Must not throw.
 */
public interface AuthorizationListener {

  /** Is notified and does nothing. */
  AuthorizationListener IGNORED = new AuthorizationListener() {};

  /** A transaction was asked to be held: it is authorized, captured before, refused or unknown. */
  default void authorizeEnded(AuthorizeOutcome outcome) {}

  /** A capture was asked for, which decides that the transaction happens. */
  default void captureEnded(CaptureOutcome outcome) {}

  /** An approval was given. */
  default void approveEnded(ApproveOutcome outcome) {}

  /** A void was asked for, which decides that the transaction does not happen. */
  default void voidEnded(VoidOutcome outcome) {}
}
