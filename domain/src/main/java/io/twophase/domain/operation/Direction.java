package io.twophase.domain.operation;

/** The direction of an operation or a hold: out of an account, or into it. */
public enum Direction {
  /** Money that leaves; held against what is available. */
  DEBIT,
  /** Money that arrives; held against what is receivable. */
  CREDIT
}
