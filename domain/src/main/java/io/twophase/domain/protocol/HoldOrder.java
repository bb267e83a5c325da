package io.twophase.domain.protocol;

import io.twophase.domain.operation.Operation;
import java.util.List;

/** In which order a transaction's holds are placed. */
public enum HoldOrder {
  /** All at once: one round trip. */
  TOGETHER,
  /**
   * Credits and documents first, and debits only when all these are held: two round trips. Then a
   * debit is held only for a transaction that nothing but its own funds can refuse, so that
   * transactions which debit one account, held in order, come out as if run one after the other.
   */
  CREDITS_FIRST;

  /** Those of {@code unheld} to be asked for next, while nothing has been waited for. */
  List<Operation> next(List<Operation> unheld) {
    if (this == TOGETHER) {
      return unheld;
    }
    List<Operation> first = unheld.stream().filter(HoldOrder::isFirst).toList();
    return first.isEmpty() ? unheld : first;
  }

  /** Whether {@link #CREDITS_FIRST} places the hold of this operation before others. */
  public static boolean isFirst(Operation operation) {
    return operation.foldTarget(
        account -> account.fold(debit -> false, credit -> true), document -> true);
  }
}
