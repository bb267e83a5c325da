package io.twophase.domain.hold;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.function.Function;

/** A target once a decided member's operation is done to it; none if it is gone then. */
final class Settling implements DocumentOperation.Cases<Option<Stored>> {

  private final Stored without;
  private final Hold hold;

  /**
   * @param without the target without the hold
   * @param hold the one that has ended
   */
  Settling(Stored without, Hold hold) {
    this.without = without;
    this.hold = hold;
  }

  @Override
  public Option<Stored> insert(InsertDocument operation) {
    return after(document -> operation.fields());
  }

  @Override
  public Option<Stored> change(ChangeDocument operation) {
    return after(document -> document.changed(operation.changes()));
  }

  @Override
  public Option<Stored> remove(RemoveDocument operation) {
    return Option.none();
  }

  /** A document that is checked is not changed, and so bears no stamp of the transaction. */
  @Override
  public Option<Stored> check(CheckDocument operation) {
    return Option.some(without);
  }

  @Override
  public Option<Stored> absent(CheckAbsent operation) {
    return Option.none();
  }

  @Override
  public Option<Stored> add(AddToField operation) {
    throw new IllegalArgumentException("a claim of a range: " + operation);
  }

  /** Accounts are never changed as documents. */
  private Option<Stored> after(Function<Document, Fields> change) {
    return Option.some(
        without.fold(
            account -> account,
            document -> document.withFields(change.apply(document)).changedBy(hold)));
  }
}
