package io.twophase.domain.transaction;

import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * At most how many bytes operations take in a record. MongoDB stores a document of 16 MB; the rest
 * of a record needs less than the megabyte that is left.
 */
public final class BodySize {

  /** More than an operation, a guard or a change has beside its names and values. */
  private static final long PART_BYTES = 128;

  private BodySize() {}

  static Optional<TransactionRefusal> refusal(long total) {
    return total > NewTransaction.MAX_BYTES
        ? Optional.of(new TransactionRefusal.RecordTooLarge(total, NewTransaction.MAX_BYTES))
        : Optional.empty();
  }

  /** At most how many bytes the operations take: an estimate that is never too low. */
  public static long of(List<Operation> operations) {
    return operations.stream()
        .mapToLong(
            operation ->
                operation.<Long>foldTarget(
                    account -> PART_BYTES + utf8(account.account().value()), BodySize::ofDocument))
        .sum();
  }

  /** At most how many bytes a transaction takes: its operations, and what is said about it. */
  public static long of(NewTransaction body) {
    long bytes = of(body.operations()) + ofText(body.note());
    return body.isLabelled() ? bytes + of(body.labels()) : bytes;
  }

  private static long of(Labels labels) {
    long bytes = ofText(labels.reference());
    for (Map.Entry<String, String> entry : labels.metadata().entrySet()) {
      bytes += PART_BYTES + utf8(entry.getKey()) + utf8(entry.getValue());
    }
    for (Attempt attempt : labels.attempt().stream().toList()) {
      bytes += PART_BYTES + utf8(attempt.function().value());
      bytes += attempt.value().map(value -> PART_BYTES + value.bsonSize()).orElse(0L);
    }
    return bytes;
  }

  private static long ofDocument(DocumentOperation operation) {
    return PART_BYTES
        + utf8(operation.document().collection().toString())
        + operation.document().id().bsonSize()
        + operation.guards().stream().mapToLong(BodySize::of).sum()
        + ofEffect(operation);
  }

  private static long ofEffect(DocumentOperation operation) {
    if (operation instanceof InsertDocument insert) {
      return insert.fields().bsonSize();
    }
    if (operation instanceof ChangeDocument change) {
      return change.changes().all().stream()
          .mapToLong(each -> of(each.path()) + each.value().bsonSize())
          .sum();
    }
    return operation instanceof AddToField add ? utf8(add.field()) : 0;
  }

  private static long of(Guard guard) {
    return guard.paths().stream().mapToLong(BodySize::of).sum()
        + guard.values().stream().mapToLong(value -> PART_BYTES + value.bsonSize()).sum();
  }

  private static long of(FieldPath path) {
    return PART_BYTES + utf8(path.toString());
  }

  private static long ofText(Optional<String> text) {
    return text.map(said -> PART_BYTES + utf8(said)).orElse(0L);
  }

  /** A character of UTF-16 takes three bytes at most. */
  private static long utf8(String text) {
    return 3L * text.length();
  }

  /** The size of the names that an operation gives: what a reason for its cancel would repeat. */
  public static final class NameSize {

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
}
