package io.twophase.adapter.mongo.hold;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;

/**
 * About how many bytes an operation's write has, beside those of its hold: enough to cut calls into
 * commands that the driver need not cut again.
 */
public final class OperationSize {

  /** More than a condition or a change has beside its path and value. */
  private static final int PART_BYTES = 100;

  /** The most times that a filter repeats a value of a guard. */
  private static final int VALUE_COPIES = 2;

  /** Less than any hold weighs, with what the settle adds to the document beside the changes. */
  private static final int HOLD_BYTES = 64;

  /** More than the name of an array's element weighs, with its type. */
  private static final int ELEMENT_BYTES = 16;

  private OperationSize() {}

  /** More than the write of an operation has. */
  public static long of(DocumentOperation operation) {
    long bytes = operation.document().id().bsonSize();
    if (operation instanceof InsertDocument insert) {
      return bytes + insert.fields().bsonSize();
    } else if (operation instanceof ChangeDocument change) {
      return bytes
          + of(change.guards())
          + 2L * growth(change.changes())
          + 10L * PART_BYTES * change.changes().all().size();
    } else if (operation instanceof RemoveDocument remove) {
      return bytes + of(remove.guards());
    } else if (operation instanceof CheckDocument check) {
      return bytes + of(check.guards());
    }
    return bytes + PART_BYTES;
  }

  /** A guard has a condition for each document on the way, and one for each value. */
  private static long of(List<Guard> guards) {
    long bytes = 0;
    for (Guard guard : guards) {
      long longest = PART_BYTES;
      for (FieldPath path : guard.paths()) {
        long bytesOfPath = PART_BYTES + (long) path.toString().length();
        bytes += bytesOfPath * path.names().size();
        longest = Math.max(longest, bytesOfPath);
      }
      for (Value value : guard.values()) {
        bytes += VALUE_COPIES * (longest + value.bsonSize());
      }
    }
    return bytes;
  }

  /**
   * By how many bytes changes may make a document larger, at most. The hold itself, which the
   * settle removes, makes room for the first few.
   */
  public static int growth(Changes changes) {
    long bytes = changes.all().stream().mapToLong(OperationSize::growth).sum();
    return Math.toIntExact(Math.max(0, bytes - HOLD_BYTES));
  }

  /** By how many bytes one change may make a document larger. */
  private static long growth(FieldChange change) {
    return switch (change.kind()) {
      case SET -> made(change.path(), change.value());
      case INC -> made(change.path(), new Value.Int64(0));
      case PUSH -> ELEMENT_BYTES + made(change.path(), new Value.Array(List.of(change.value())));
      case UNSET, PULL -> 0L;
    };
  }

  /** The field, with all documents on the way to it, made anew. */
  private static long made(FieldPath path, Value value) {
    Value made = value;
    for (int at = path.names().size() - 1; at > 0; at--) {
      made = new Value.Embedded(Fields.of(new Field(path.names().get(at), made)));
    }
    return Fields.of(new Field(path.top(), made)).bsonSize();
  }
}
