package io.twophase.domain.transaction;

import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** How large the names are that an operation gives: what a reason for its cancel would repeat. */
public final class NameSize implements DocumentOperation.Cases<Stream<String>> {

  private static final NameSize PATHS = new NameSize();

  private NameSize() {}

  /** Why an operation's {@code _id} or one of its paths is too large, if one is. */
  static Option<TransactionRefusal> refusal(DocumentOperation operation) {
    long largest = largest(operation);
    return Option.when(
        largest > NewTransaction.MAX_NAME_BYTES,
        () ->
            new TransactionRefusal.NameTooLarge(
                operation.document().collection(), largest, NewTransaction.MAX_NAME_BYTES));
  }

  /** The bytes of the largest of an operation's {@code _id} and paths. */
  public static long largest(DocumentOperation operation) {
    return Math.max(
        operation.document().id().bsonSize(),
        operation.fold(PATHS).mapToLong(NameSize::bytes).max().orElse(0));
  }

  private static long bytes(String path) {
    return path.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The fields of a new document are in no reason. */
  @Override
  public Stream<String> insert(InsertDocument operation) {
    return Stream.empty();
  }

  @Override
  public Stream<String> change(ChangeDocument operation) {
    return Stream.concat(
        paths(operation.guards()),
        operation.changes().all().stream().map(change -> change.path().toString()));
  }

  @Override
  public Stream<String> remove(RemoveDocument operation) {
    return paths(operation.guards());
  }

  @Override
  public Stream<String> check(CheckDocument operation) {
    return paths(operation.guards());
  }

  @Override
  public Stream<String> absent(CheckAbsent operation) {
    return Stream.empty();
  }

  @Override
  public Stream<String> add(AddToField operation) {
    return Stream.of(operation.field());
  }

  private static Stream<String> paths(List<Guard> guards) {
    return guards.stream().flatMap(guard -> guard.paths().stream()).map(FieldPath::toString);
  }
}
