package io.twophase.test.fault;

/** The writes of a store, by the call that makes them. */
public enum WriteKind {
  /** {@code TransactionRepository.begin}. */
  BEGIN,
  /** {@code TransactionRepository.advance}. */
  ADVANCE,
  /** {@code OwnerRepository.beat}. */
  BEAT,
  /** {@code OwnerRepository.retire}, and {@code remove}. */
  RETIRE,
  /** {@code AccountRepository.open}. */
  OPEN,
  /** {@code AccountRepository.change}. */
  CHANGE,
  /** {@code AccountRepository.hold}. */
  HOLD,
  /** {@code AccountRepository.stamp}. */
  STAMP,
  /** {@code AccountRepository.settle}. */
  SETTLE,
  /** {@code AccountRepository.release}. */
  RELEASE,
  /** {@code AccountRepository.withdraw}. */
  WITHDRAW
}
