package io.twophase.domain.participant;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.List;

/** What a document is once a decided transaction's operation is done to it. */
final class Settling implements DocumentOperation.Cases<Option<Participant>> {

  private final Participant document;
  private final DocumentHold hold;

  /**
   * @param document as it is stored
   * @param hold the one that ends
   */
  Settling(Participant document, DocumentHold hold) {
    this.document = document;
    this.hold = hold;
  }

  @Override
  public Option<Participant> insert(InsertDocument operation) {
    return after(operation.fields());
  }

  @Override
  public Option<Participant> change(ChangeDocument operation) {
    return after(changed(operation.changes()));
  }

  @Override
  public Option<Participant> remove(RemoveDocument operation) {
    return Option.none();
  }

  /** What is checked is not changed, and so bears no stamp of the transaction. */
  @Override
  public Option<Participant> check(CheckDocument operation) {
    return Option.some(document.without(hold));
  }

  @Override
  public Option<Participant> absent(CheckAbsent operation) {
    return Option.none();
  }

  @Override
  public Option<Participant> add(AddToField operation) {
    Changes sum =
        Changes.of(
            new FieldChange.Inc(
                new FieldPath(List.of(operation.field())), new Value.Int64(operation.amount())));
    return after(changed(sum))
        .map(done -> done.with(operation.field(), bounds -> bounds.settled(operation.amount())));
  }

  private Fields changed(Changes changes) {
    return changes
        .applyTo(document.fields())
        .getOrElseThrow(
            impossible ->
                new IllegalStateException(
                    document.ref() + " was held and cannot be changed: " + impossible));
  }

  private Option<Participant> after(Fields fields) {
    return Option.some(document.without(hold).changed(fields, hold));
  }
}
