package io.twophase.domain.participant;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Gives a number field its bounds, when it is first added to. */
final class EscrowAdoption {

  private EscrowAdoption() {}

  /** The document with bounds for the field: those that it has, or those that are asked for. */
  static Either<DocumentRefusal, Participant> of(Participant document, AddToField operation) {
    Option<EscrowField> bounds = document.escrow().get(operation.field());
    if (bounds.isEmpty()) {
      return adopted(document, operation);
    }
    boolean same =
        bounds.get().floor() == operation.floor() && bounds.get().ceiling() == operation.ceiling();
    return same
        ? Either.right(document)
        : refused(
            document,
            operation,
            words(bounds.get().floor(), bounds.get().ceiling()));
  }

  private static Either<DocumentRefusal, Participant> adopted(
      Participant document, AddToField operation) {
    Option<Value> found = document.fields().get(operation.field());
    Option<Long> number = found.flatMap(EscrowAdoption::whole);
    if (number.isEmpty()
        || number.get() < operation.floor()
        || number.get() > operation.ceiling()) {
      return refused(
          document, operation, found.map(Value::toString).getOrElse("no such field"));
    }
    EscrowField bounds =
        new EscrowField(
            number.get() - operation.floor(),
            operation.ceiling() - number.get(),
            operation.floor(),
            operation.ceiling());
    return Either.right(document.with(operation.field(), bounds));
  }

  private static Option<Long> whole(Value value) {
    if (value instanceof Value.Int32 small) {
      return Option.some((long) small.value());
    }
    return value instanceof Value.Int64 large ? Option.some(large.value()) : Option.none();
  }

  private static Either<DocumentRefusal, Participant> refused(
      Participant document, AddToField operation, String found) {
    return Either.left(
        new DocumentRefusal.NotAddable(
            document.ref(),
            operation.field(),
            "a whole number " + words(operation.floor(), operation.ceiling()),
            found));
  }

  private static String words(long floor, long ceiling) {
    return "from " + floor + " to " + ceiling;
  }
}
