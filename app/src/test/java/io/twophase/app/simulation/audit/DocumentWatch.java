package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Value;
import io.twophase.ports.Holds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks at documents, and demands that a decided record holds them, and that the number of each is
 * the sum of all that is decided of it.
 */
public final class DocumentWatch {

  private static final long REMOVED = -3;

  private final Holds holds;

  DocumentWatch(Holds holds) {
    this.holds = holds;
  }

  Optional<Document> find(DocumentRef ref) {
    return holds.findLatest(new Target.OfDocument(ref)).stored().flatMap(DocumentWatch::document);
  }

  private static Optional<Document> document(Stored stored) {
    return stored.fold(account -> Optional.empty(), Optional::of);
  }

  /** A record has changed: what a member does is held when it is decided, and not in the end. */
  void check(TransactionRecord record, Transaction member) {
    State state = record.state();
    boolean isHeld = state == State.APPLIED || state == State.AUTHORIZED;
    boolean isFree = state == State.DONE || (record.id().isOfMany() && state.isFinal());
    for (DocumentOperation operation : member.body().documentOperations()) {
      boolean holds =
          find(operation.document()).stream()
              .flatMap(there -> there.holds().stream())
              .anyMatch(
                  hold -> hold.record().equals(record.id()) && hold.epoch().equals(record.epoch()));
      demand(
          holds ? !isFree : !isHeld || member.state() != state,
          record,
          "holds otherwise than it says:",
          operation);
    }
  }

  /** At rest: nothing is held, and each has the sum. */
  void demandAtRest(Stream<Transaction> done) {
    Map<DocumentRef, Long> sums = new HashMap<>();
    done.flatMap(one -> one.body().documentOperations().stream())
        .forEach(operation -> sums.merge(operation.document(), added(operation), Long::sum));
    sums.forEach(
        (ref, sum) -> {
          Optional<Document> there = find(ref);
          demand(
              there.map(Document::holds).stream().allMatch(List::isEmpty), ref, "is held", there);
          long number =
              there
                  .flatMap(found -> found.fields().get("n"))
                  .flatMap(Value::wholeNumber)
                  .orElse(0L);
          demand(number == sum, ref, "should have", sum, there);
        });
  }

  private static long added(DocumentOperation operation) {
    return operation.fold(
        insert -> insert.fields().get("n").flatMap(Value::wholeNumber).orElse(0L),
        change -> change.changes().all().contains(FieldChange.inc("n", 1)) ? 1L : 0L,
        remove -> REMOVED,
        check -> 0L,
        absent -> 0L,
        add -> add.amount());
  }
}
