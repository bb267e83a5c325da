package io.twophase.domain.protocol;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Option;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which operations are waited for, the same for all transactions: accounts, whose
 * holds keep nobody out, then documents by their names.
 */
final class WaitingOrder {

  private WaitingOrder() {}

  /**
   * Those of {@code unheld} to be asked for next: all accounts together, then one document after
   * the other.
   */
  static List<Operation> next(List<Operation> unheld) {
    List<Operation> accounts =
        unheld.stream().filter(operation -> document(operation).isEmpty()).toList();
    return accounts.isEmpty()
        ? unheld.stream().min(Comparator.comparing(operation -> document(operation).get())).stream()
            .toList()
        : accounts;
  }

  /** Whether {@link #next} of {@code unheld} comes behind all documents of {@code held}. */
  static boolean isNextBehind(List<Operation> unheld, List<Operation> held) {
    Option<DocumentRef> next = document(next(unheld).get(0));
    return held.stream()
        .allMatch(
            operation ->
                document(operation)
                    .forAll(before -> next.exists(waited -> waited.compareTo(before) > 0)));
  }

  private static Option<DocumentRef> document(Operation operation) {
    return operation.foldTarget(
        account -> Option.none(), document -> Option.some(document.document()));
  }
}
