package io.twophase.app.simulation.audit;

import java.util.Map;

/**
 * What the auditor knows of a transfer.
 *
 * @param source to be debited
 * @param destination to be credited
 * @param amount how much
 */
record ExpectedTransfer(String source, String destination, long amount) {

  /** What takes it back. */
  ExpectedTransfer reversed() {
    return new ExpectedTransfer(destination, source, amount);
  }

  /** Books it. */
  void book(Map<String, Long> balances) {
    balances.merge(source, -amount, Math::addExact);
    balances.merge(destination, amount, Math::addExact);
  }
}
