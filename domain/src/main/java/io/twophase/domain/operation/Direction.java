package io.twophase.domain.operation;

/** Whether an operation or a hold takes money out of an account or puts it in. */
public enum Direction {
  /** Money that leaves; held against what is available. */
  DEBIT,
  /** Money that arrives; held against what is receivable. */
  CREDIT
}
