package io.twophase.domain.transaction;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** What undoes an operation on a document: an operation, nothing, or nothing that is possible. */
final class Opposite
    implements DocumentOperation.Cases<Either<DocumentOperation, Option<Operation>>> {

  @Override
  public Either<DocumentOperation, Option<Operation>> insert(InsertDocument operation) {
    return Either.left(operation);
  }

  @Override
  public Either<DocumentOperation, Option<Operation>> change(ChangeDocument operation) {
    return Either.left(operation);
  }

  @Override
  public Either<DocumentOperation, Option<Operation>> remove(RemoveDocument operation) {
    return Either.left(operation);
  }

  @Override
  public Either<DocumentOperation, Option<Operation>> check(CheckDocument operation) {
    return Either.right(Option.none());
  }

  @Override
  public Either<DocumentOperation, Option<Operation>> absent(CheckAbsent operation) {
    return Either.right(Option.none());
  }

  @Override
  public Either<DocumentOperation, Option<Operation>> add(AddToField operation) {
    return Either.right(
        Option.some(
            new AddToField(
                operation.document(),
                operation.field(),
                -operation.amount(),
                operation.floor(),
                operation.ceiling())));
  }
}
