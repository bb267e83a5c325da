package io.twophase.ports;

/** The caller's deadline has passed, so the call that threw this sent nothing to the store. */
public class DeadlinePassedException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /** The message of every one. */
  public static final String MESSAGE = "the deadline has passed";

  /** Says so. */
  public DeadlinePassedException() {
    super(MESSAGE);
  }
}
