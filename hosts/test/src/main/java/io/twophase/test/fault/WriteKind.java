package io.twophase.test.fault;

import java.util.EnumSet;
import java.util.Set;

/** The writes of a store, by the call that makes them. */
public enum WriteKind {
  /** {@code TransactionRepository.begin}, and {@code BatchRepository.begin}. */
  BEGIN,
  /** {@code TransactionRepository.advance}, and {@code BatchRepository.advance}. */
  ADVANCE,
  /** {@code OwnerRepository.beat}. */
  BEAT,
  /** {@code OwnerRepository.retire}, and {@code remove}. */
  RETIRE,
  /** {@code AccountRepository.open}. */
  OPEN,
  /** {@code AccountRepository.change}. */
  CHANGE,
  /** {@code hold} on accounts, on documents, and by batches. */
  HOLD,
  /** {@code stamp} on accounts, on documents, and by batches. */
  STAMP,
  /** {@code settle} on accounts, on documents, and by batches. */
  SETTLE,
  /** {@code release} on accounts, on documents, and by batches. */
  RELEASE,
  /** {@code withdraw} on accounts, on documents, and by batches. */
  WITHDRAW;

  /** The writes by which transactions and batches come about. */
  static final Set<WriteKind> OF_TRANSACTIONS =
      EnumSet.of(BEGIN, ADVANCE, HOLD, STAMP, SETTLE, RELEASE, WITHDRAW);
}
