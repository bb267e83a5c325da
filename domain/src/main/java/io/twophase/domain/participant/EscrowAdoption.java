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
    Option<Value> found = document.fields().get(operation.field());
    Option<Long> number = found.flatMap(Value::wholeNumber);
    if (number.isEmpty()) {
      String words = found.map(Value::words).getOrElse(DocumentRefusal.NO_FIELD);
      return refused(document, operation, words);
    }
    return document
        .escrow()
        .get(operation.field())
        .map(bounds -> same(document, operation, bounds))
        .getOrElse(() -> adopted(document, operation, number.get()));
  }

  private static Either<DocumentRefusal, Participant> same(
      Participant document, AddToField operation, EscrowField bounds) {
    boolean same = bounds.floor() == operation.floor() && bounds.ceiling() == operation.ceiling();
    return same
        ? Either.right(document)
        : refused(document, operation, "one " + words(bounds.floor(), bounds.ceiling()));
  }

  private static Either<DocumentRefusal, Participant> adopted(
      Participant document, AddToField operation, long number) {
    return number < operation.floor() || number > operation.ceiling()
        ? refused(document, operation, String.valueOf(number))
        : Either.right(
            document.with(
                operation.field(),
                EscrowField.around(number, operation.floor(), operation.ceiling())));
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
