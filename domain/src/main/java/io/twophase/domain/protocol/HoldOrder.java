package io.twophase.domain.protocol;

import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Operation;
import java.util.List;

/** In which order a transaction's holds are placed. */
public enum HoldOrder {
  /** All at once: one round trip. */
  TOGETHER,
  /**
   * Credits first, and debits only when all credits are held: two round trips. Then a debit is held
   * only for a transaction that nothing but its own funds can refuse, so that transactions which
   * debit one account, held in order, come out as if run one after the other.
   */
  CREDITS_FIRST;

  /** Those of {@code unheld} to be asked for next. */
  List<Operation> next(List<Operation> unheld) {
    if (this == TOGETHER) {
      return unheld;
    }
    List<Operation> credits =
        unheld.stream().filter(operation -> operation.side() == Direction.CREDIT).toList();
    return credits.isEmpty() ? unheld : credits;
  }
}
