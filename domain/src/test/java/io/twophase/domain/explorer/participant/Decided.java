package io.twophase.domain.explorer.participant;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.List;

/**
 * Documents as of decided transactions: what an operation asks of one, and what it makes of it. It
 * knows nothing of holds. An account is a document with a balance.
 */
final class Decided {

  private static final String BALANCE = "balance";

  private Decided() {}

  /** An account with that balance. */
  static Option<Fields> account(long balance) {
    return Option.some(Documents.fields(BALANCE, balance));
  }

  /** Whether the operation can be done where the document is so. */
  static boolean allows(Operation operation, Option<Fields> document) {
    return after(operation, document).isDefined();
  }

  /** The document once the operation is done, if there is one then; nothing if it cannot be. */
  static Option<Option<Fields>> after(Operation operation, Option<Fields> document) {
    return operation.foldTarget(
        account -> document.flatMap(there -> moved(account, there)).map(Option::some),
        other -> other.fold(new Effect(document)));
  }

  private static Option<Fields> moved(AccountOperation operation, Fields account) {
    long amount = operation.amount().minor();
    return added(
        account, BALANCE, operation.fold(debit -> -amount, credit -> amount), 0, Long.MAX_VALUE);
  }

  private static Option<Fields> added(
      Fields fields, String field, long amount, long floor, long ceiling) {
    return fields
        .get(field)
        .flatMap(Value::wholeNumber)
        .map(number -> number + amount)
        .filter(sum -> sum >= floor && sum <= ceiling)
        .map(sum -> fields.with(field, new Value.Int64(sum)));
  }

  private record Effect(Option<Fields> document)
      implements DocumentOperation.Cases<Option<Option<Fields>>> {

    @Override
    public Option<Option<Fields>> insert(InsertDocument operation) {
      return Option.when(document.isEmpty(), () -> Option.some(operation.fields()));
    }

    @Override
    public Option<Option<Fields>> change(ChangeDocument operation) {
      return guarded(operation.guards())
          .flatMap(fields -> changed(operation.changes(), fields))
          .map(Option::some);
    }

    private static Option<Fields> changed(Changes changes, Fields fields) {
      return changes.applyTo(fields).toOption();
    }

    @Override
    public Option<Option<Fields>> remove(RemoveDocument operation) {
      return guarded(operation.guards()).map(fields -> Option.none());
    }

    @Override
    public Option<Option<Fields>> check(CheckDocument operation) {
      return guarded(operation.guards()).map(Option::some);
    }

    @Override
    public Option<Option<Fields>> absent(CheckAbsent operation) {
      return Option.when(document.isEmpty(), Option.none());
    }

    @Override
    public Option<Option<Fields>> add(AddToField operation) {
      return document
          .flatMap(
              fields ->
                  added(
                      fields,
                      operation.field(),
                      operation.amount(),
                      operation.floor(),
                      operation.ceiling()))
          .map(Option::some);
    }

    private Option<Fields> guarded(List<Guard> guards) {
      return document.filter(fields -> guards.stream().allMatch(guard -> guard.holds(fields)));
    }
  }
}
