package io.twophase.test.fault;

import java.util.EnumSet;
import java.util.Set;

/** The writes of a store, by the call that makes them. */
public enum WriteKind {
  /** {@code Records.insert}. */
  BEGIN,
  /** {@code Records.move}. */
  ADVANCE,
  /** {@code Records.take}. */
  TAKE,
  /** {@code OwnerRepository.beat}. */
  BEAT,
  /** {@code OwnerRepository.retire}, and {@code remove}. */
  RETIRE,
  /** {@code Accounts.open}. */
  OPEN,
  /** {@code Accounts.change}. */
  CHANGE,
  /** {@code Holds.place}. */
  HOLD,
  /** {@code Holds.stamp}. */
  STAMP,
  /** {@code Holds.end} of a hold whose operation happens. */
  SETTLE,
  /** {@code Holds.end} of a hold whose operation does not happen, at whatever epoch it is. */
  RELEASE,
  /** {@code Holds.end} of a hold whose operation does not happen, at one epoch. */
  WITHDRAW;

  /** The writes by which transactions come about. */
  static final Set<WriteKind> OF_TRANSACTIONS =
      EnumSet.of(BEGIN, ADVANCE, TAKE, HOLD, STAMP, SETTLE, RELEASE, WITHDRAW);
}
