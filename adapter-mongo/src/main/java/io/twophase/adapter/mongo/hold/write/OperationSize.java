package io.twophase.adapter.mongo.hold.write;

import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Value;
import java.util.List;

/**
 * About how many bytes an operation's write has, beside those of its hold: enough to cut calls into
 * commands that the driver need not cut again.
 */
public final class OperationSize implements DocumentOperation.Cases<Long> {

  private static final OperationSize CASES = new OperationSize();

  /** More than a condition or a change has beside its path and value. */
  private static final int PART_BYTES = 100;

  private OperationSize() {}

  /** More than the write of an operation has. */
  public static long of(DocumentOperation operation) {
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
        + 10L * PART_BYTES * operation.changes().all().size();
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

  /** A guard has a condition for each document on the way, and one for each value. */
  private static long of(List<Guard> guards) {
    long bytes = 0;
    for (Guard guard : guards) {
      long path = PART_BYTES + (long) guard.path().toString().length();
      bytes += path * guard.path().names().size();
      for (Value value : guard.values()) {
        bytes += path + value.bsonSize();
      }
    }
    return bytes;
  }
}
