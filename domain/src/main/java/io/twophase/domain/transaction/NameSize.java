package io.twophase.domain.transaction;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.value.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** The size of the names that an operation gives: what a reason for its cancel would repeat. */
public final class NameSize {

  private NameSize() {}

  /** Why an operation's {@code _id} or one of its paths is too large, if one is. */
  static Optional<TransactionRefusal> refusal(DocumentOperation operation) {
    long largest = largest(operation);
    return largest > NewTransaction.MAX_NAME_BYTES
        ? Optional.of(
            new TransactionRefusal.NameTooLarge(
                operation.document().collection(), largest, NewTransaction.MAX_NAME_BYTES))
        : Optional.empty();
  }

  /** The bytes of the largest of an operation's {@code _id} and paths. */
  public static long largest(DocumentOperation operation) {
    return Math.max(
        operation.document().id().bsonSize(),
        paths(operation).mapToLong(NameSize::bytes).max().orElse(0));
  }

  private static long bytes(String path) {
    return path.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The fields of a new document are in no reason. */
  private static Stream<String> paths(DocumentOperation operation) {
    Stream<FieldPath> guarded =
        operation.guards().stream().flatMap(guard -> guard.paths().stream());
    if (operation instanceof ChangeDocument change) {
      Stream<FieldPath> changed = change.changes().all().stream().map(each -> each.path());
      return Stream.concat(guarded, changed).map(FieldPath::toString);
    }
    return operation instanceof AddToField add
        ? Stream.of(add.field())
        : guarded.map(FieldPath::toString);
  }
}
