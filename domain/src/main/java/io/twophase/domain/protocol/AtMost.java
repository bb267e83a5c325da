package io.twophase.domain.protocol;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What a worker knows of a debit that takes as much as there is: one of a transaction at most. */
final class AtMost {

  private AtMost() {}

  /** The operations of which it is known how much they hold; the same list in nearly all runs. */
  static List<Operation> without(List<Operation> operations) {
    return operations.stream().anyMatch(AtMost::is)
        ? operations.stream().filter(operation -> !is(operation)).toList()
        : operations;
  }

  /**
   * What was stamped is the hold of the debit that takes as much as there is: that is held now.
   *
   * @param unheld from which that debit is removed
   */
  static Option<Debit> raised(List<Operation> unheld, Operation stamped) {
    return unheld.removeIf(AtMost::is) ? Option.some((Debit) stamped) : Option.none();
  }

  /** What the decision moves: what is held of such a debit, and as much of the credit. */
  static Captured captured(Knowledge knowledge) {
    if (knowledge.operations().stream().noneMatch(AtMost::is)) {
      return Captured.IN_FULL;
    }
    List<AccountOperation> asked = new ArrayList<>(2);
    knowledge.operations().forEach(one -> one.foldTarget(asked::add, document -> false));
    Debit held =
        knowledge
            .part()
            .getOrElseThrow(() -> new IllegalStateException("held, and not known of how much"));
    return Captured.atMost(asked, held.amount().minor());
  }

  /** That debit, if the transaction has one. */
  static Option<Debit> in(List<Operation> operations) {
    return Option.ofOptional(
        operations.stream().filter(AtMost::is).map(operation -> (Debit) operation).findFirst());
  }

  private static boolean is(Operation operation) {
    return operation.foldTarget(AccountOperation::isAtMost, document -> false);
  }
}
