package io.twophase.ports;

import io.twophase.domain.atomic.AtomicOutcome;
import java.util.List;

/**
 * A shortcut that some stores have: many transactions at once, or none of them. It leaves what the
 * protocol would have left, without a hold: for each transaction that happened, or was refused, its
 * record, finished, and in the accounts what the applied ones moved. Others' holds lie beside it
 * untouched. Nothing of it is ever to be recovered.
 *
 * <p><b>Atomicity.</b> All that a call stores, it stores at one moment; nobody sees a part of it.
 * It cannot be undone then: a majority of the store's servers has it.
 *
 * <p><b>Idempotence.</b> By the transactions' ids: a call that meets one that is taken stores
 * nothing.
 */
public interface AtomicBatches {

  /**
   * Runs transactions one after the other, in the order given, as {@link
   * io.twophase.domain.atomic.SerialRun} says. What is contended, or refused by the store, is not
   * run: the protocol can. So is all that fails before its commit was sent.
   *
   * @param begun the records that the protocol would begin; no id may occur twice
   * @param inOrder whether what is left keeps all behind it that share an account with it
   */
  AtomicOutcome run(List<NewRecord.Begun> begun, boolean inOrder);
}
