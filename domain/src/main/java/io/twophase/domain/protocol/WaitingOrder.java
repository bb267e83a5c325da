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

  /** Accounts are equal: a sort leaves them as they are. */
  private static final Comparator<Operation> ORDER =
      (one, other) -> {
        DocumentRef first = document(one).getOrNull();
        DocumentRef second = document(other).getOrNull();
        if (first == null || second == null) {
          return Boolean.compare(first != null, second != null);
        }
        return first.compareTo(second);
      };

  private WaitingOrder() {}

  /** In that order: sorted once, since next to the holds themselves this must cost nothing. */
  static List<Operation> sorted(List<Operation> operations) {
    return operations.stream().sorted(ORDER).toList();
  }

  /**
   * Those of {@code sorted} to be asked for next: all accounts together, then one document after
   * the other.
   */
  static List<Operation> next(List<Operation> sorted) {
    int accounts = 0;
    while (accounts < sorted.size() && document(sorted.get(accounts)).isEmpty()) {
      accounts++;
    }
    return List.copyOf(sorted.subList(0, accounts == 0 ? Math.min(1, sorted.size()) : accounts));
  }

  /** Whether {@code first} comes behind all documents of {@code held}. */
  static boolean isBehind(Operation first, List<Operation> held) {
    return isBehind(document(first), held);
  }

  /** Whether {@code waited} comes behind all documents of {@code held}. */
  static boolean isBehind(DocumentRef waited, List<Operation> held) {
    return isBehind(Option.some(waited), held);
  }

  private static boolean isBehind(Option<DocumentRef> next, List<Operation> held) {
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
