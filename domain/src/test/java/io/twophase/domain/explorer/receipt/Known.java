package io.twophase.domain.explorer.receipt;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What is so, whatever is stored by now.
 *
 * @param begun the first body that an id has stood for
 * @param decided what was decided of it
 * @param balance what A has when all is settled
 */
record Known(
    Map<TransactionId, NewTransaction> begun, Map<TransactionId, Decided> decided, long balance) {

  /**
   * A decision.
   *
   * @param reason why it was canceled; none if it happens
   * @param captured how much was moved
   */
  record Decided(Option<CancelReason> reason, Captured captured) {}

  static Known of(long balance) {
    return new Known(HashMap.empty(), HashMap.empty(), balance);
  }

  Known begins(NewTransaction body) {
    return begun.containsKey(body.id())
        ? this
        : new Known(begun.put(body.id(), body), decided, balance);
  }

  Known decides(TransactionId id, Decided what, long effect) {
    return new Known(begun, decided.put(id, what), balance + effect);
  }

  /** Its receipt has gone in its time: from now on the id stands for nothing. */
  Known forgets(TransactionId id) {
    return new Known(begun.remove(id), decided.remove(id), balance);
  }

  Known deposits(long amount) {
    return new Known(begun, decided, balance + amount);
  }

  boolean happens(TransactionId id) {
    return decided.get(id).exists(what -> what.reason().isEmpty());
  }
}
