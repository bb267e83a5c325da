package io.twophase.domain.explorer.participant;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.Transaction;

/** Sees a hold, then its record, and withdraws the hold if it can never be settled. */
@FunctionalInterface
interface Sweeper {

  /** Whether a hold of that epoch is withdrawn, where the record was seen so after it. */
  boolean withdraws(Transaction record, Epoch hold);

  /** There is none. */
  Sweeper NONE = (record, hold) -> false;

  /** Withdraws what finished transactions hold (rule 6), and what is of a dead epoch (rule 10). */
  Sweeper FAITHFUL = (record, hold) -> record.state().isFinal() || hold.olderThan(record.epoch());
}
