package io.twophase.domain.participant;

import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Place;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Places a hold where the document's rules allow it. Another's hold that is in the way comes before
 * any guard: what a guard would say of the document is true only once that one has ended.
 */
final class HoldPlacing
    implements DocumentOperation.Cases<Either<DocumentHoldAnswer, Participant>> {

  private final Option<Participant> document;
  private final DocumentLeg leg;
  private final HoldLimit limit;

  HoldPlacing(Option<Participant> document, DocumentLeg leg, HoldLimit limit) {
    this.document = document;
    this.leg = leg;
    this.limit = limit;
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> insert(InsertDocument operation) {
    return SizeLimit.refusal(leg.document(), operation.fields())
        .map(this::denied)
        .getOrElse(this::placeholder);
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> absent(CheckAbsent operation) {
    return placeholder();
  }

  /** A document that is whole is there whatever holds it, unless it is to be removed. */
  private Either<DocumentHoldAnswer, Participant> placeholder() {
    if (document.isEmpty()) {
      return Either.right(Participant.placeholder(leg.document(), DocumentHold.of(leg)));
    }
    Participant there = document.get();
    return busy(there, hold -> hold.mode() == HoldMode.EXCLUSIVE)
        .getOrElse(() -> denied(new DocumentRefusal.DocumentExists(there.ref())));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> change(ChangeDocument operation) {
    return there(
        there ->
            busy(there, hold -> true)
                .orElse(() -> guards(there, operation.guards()))
                .orElse(() -> escrowField(there, operation))
                .orElse(() -> possible(there, operation))
                .getOrElse(() -> placed(there)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> remove(RemoveDocument operation) {
    return there(
        there ->
            busy(there, hold -> true)
                .orElse(() -> guards(there, operation.guards()))
                .getOrElse(() -> placed(there)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> check(CheckDocument operation) {
    Set<String> named = DocumentHold.of(leg).fields();
    return there(
        there ->
            busy(there, hold -> excludes(hold, HoldMode.ESCROW, named))
                .orElse(() -> guards(there, operation.guards()))
                .orElse(() -> full(there))
                .getOrElse(() -> placed(there)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> add(AddToField operation) {
    Set<String> named = Set.of(operation.field());
    return there(
        there ->
            busy(there, hold -> excludes(hold, HoldMode.SHARED, named))
                .orElse(() -> full(there))
                .getOrElse(
                    () ->
                        EscrowAdoption.of(there, operation)
                            .<DocumentHoldAnswer>mapLeft(DocumentHoldAnswer.Denied::new)
                            .flatMap(adopted -> within(adopted, operation))));
  }

  private Either<DocumentHoldAnswer, Participant> within(
      Participant adopted, AddToField operation) {
    EscrowField bounds = adopted.escrow().get(operation.field()).get();
    long amount = operation.amount();
    long left = amount > 0 ? bounds.receivable() : bounds.available();
    return left < Math.abs(amount)
        ? denied(new DocumentRefusal.BoundReached(adopted.ref(), operation.field(), left, amount))
        : placed(adopted.with(operation.field(), now -> now.holding(amount)));
  }

  private Either<DocumentHoldAnswer, Participant> placed(Participant there) {
    return Either.right(there.holding(DocumentHold.of(leg)));
  }

  private Either<DocumentHoldAnswer, Participant> there(
      Function<Participant, Either<DocumentHoldAnswer, Participant>> rules) {
    return document
        .map(rules)
        .getOrElse(() -> denied(new DocumentRefusal.NoSuchDocument(leg.document())));
  }

  /** A hold that has the document for itself, or one of that mode on one of those fields. */
  private static boolean excludes(DocumentHold hold, HoldMode mode, Set<String> fields) {
    return hold.mode() == HoldMode.EXCLUSIVE
        || (hold.mode() == mode && !Collections.disjoint(hold.fields(), fields));
  }

  private static Option<Either<DocumentHoldAnswer, Participant>> busy(
      Participant there, Predicate<DocumentHold> inTheWay) {
    return there.first(inTheWay).map(hold -> Either.left(new DocumentHoldAnswer.Busy(hold)));
  }

  private Option<Either<DocumentHoldAnswer, Participant>> full(Participant there) {
    return there.holds().size() < limit.holds() ? Option.none() : busy(there, hold -> true);
  }

  private Option<Either<DocumentHoldAnswer, Participant>> guards(
      Participant there, List<Guard> guards) {
    for (Guard guard : guards) {
      if (!guard.holds(there.fields())) {
        Option<Value> found =
            Place.of(there.fields(), guard.path())
                .fold(Option::some, Option::none, blocked -> Option.some(blocked.value()));
        return Option.some(
            denied(new DocumentRefusal.GuardFailed(there.ref(), guard, found)));
      }
    }
    return Option.none();
  }

  /** A field that transactions add to is changed by additions only. */
  private Option<Either<DocumentHoldAnswer, Participant>> escrowField(
      Participant there, ChangeDocument operation) {
    return Option.ofOptional(
            operation.changes().all().stream()
                .map(change -> change.path().top())
                .filter(there.escrow()::containsKey)
                .findFirst())
        .map(
            field ->
                denied(
                    new DocumentRefusal.NotAddable(
                        there.ref(),
                        field,
                        "a field that is not added to within bounds",
                        "one that is")));
  }

  private Option<Either<DocumentHoldAnswer, Participant>> possible(
      Participant there, ChangeDocument operation) {
    return operation
        .changes()
        .applyTo(there.fields())
        .fold(
            impossible ->
                Option.some(
                    denied(new DocumentRefusal.ChangeImpossible(there.ref(), impossible))),
            after -> SizeLimit.refusal(there.ref(), after).map(this::denied));
  }

  private Either<DocumentHoldAnswer, Participant> denied(DocumentRefusal refusal) {
    return Either.left(new DocumentHoldAnswer.Denied(refusal));
  }
}
