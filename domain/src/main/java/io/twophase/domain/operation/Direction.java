package io.twophase.domain.operation;

/** Which side of an account an operation or a hold is on. */
public enum Direction {
  /** Money that leaves; held against what is available. */
  DEBIT,
  /** Money that arrives; held against what is receivable. */
  CREDIT
}
