package io.twophase.adapter.mongo.participant;

import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import java.util.List;

/** How many bytes an operation's write has at most, beside those of its hold. */
final class OperationSize implements DocumentOperation.Cases<Long> {

  private static final OperationSize CASES = new OperationSize();

  /** More than a condition or a change has beside its path and value. */
  private static final int PART_BYTES = 1_000;

  private OperationSize() {}

  static long of(DocumentOperation operation) {
    return operation.fold(CASES) + operation.document().id().bsonSize();
  }

  @Override
  public Long insert(InsertDocument operation) {
    return operation.fields().bsonSize();
  }

  @Override
  public Long change(ChangeDocument operation) {
    return of(operation.guards())
        + 2L * Growth.of(operation.changes())
        + (long) PART_BYTES * operation.changes().all().size();
  }

  @Override
  public Long remove(RemoveDocument operation) {
    return of(operation.guards());
  }

  @Override
  public Long check(CheckDocument operation) {
    return of(operation.guards());
  }

  @Override
  public Long absent(CheckAbsent operation) {
    return 0L;
  }

  @Override
  public Long add(AddToField operation) {
    return (long) PART_BYTES;
  }

  private static long of(List<Guard> guards) {
    return guards.stream().mapToLong(guard -> PART_BYTES + 4L * guard.expected().length()).sum();
  }
}
