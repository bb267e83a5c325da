package io.twophase.app.audit;

/** A watch is told how far an audit is, and may end it. */
@FunctionalInterface
public interface AuditWatch {

  /** Lets the audit run. */
  AuditWatch NONE = progress -> true;

  /**
   * Is called on the thread that audits, as each phase begins and after every thousand that the
   * audit reads in it. What it throws is thrown by the audit.
   *
   * @return whether the audit goes on
   */
  boolean goesOn(AuditProgress progress);
}
