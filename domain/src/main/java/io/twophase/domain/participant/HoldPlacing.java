package io.twophase.domain.participant;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Places a hold where the document's rules allow it. Another's hold that is in the way comes before
 * any rule that asks the document: what it would say is true only once that hold has ended.
 */
final class HoldPlacing
    implements DocumentOperation.Cases<Either<DocumentHoldAnswer, Participant>> {

  private final Option<Participant> document;
  private final DocumentRef ref;
  private final DocumentHold wanted;
  private final HoldLimit limit;

  HoldPlacing(Option<Participant> document, DocumentRef ref, DocumentHold wanted, HoldLimit limit) {
    this.document = document;
    this.ref = ref;
    this.wanted = wanted;
    this.limit = limit;
  }

  /** A body that is too large is refused without asking the document: it always is. */
  @Override
  public Either<DocumentHoldAnswer, Participant> insert(InsertDocument operation) {
    return SizeLimit.refusal(ref, operation.fields())
        .map(HoldPlacing::denied)
        .getOrElse(this::reserved);
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> absent(CheckAbsent operation) {
    return reserved();
  }

  private Either<DocumentHoldAnswer, Participant> reserved() {
    return document
        .map(there -> unlessBusy(there, () -> denied(new DocumentRefusal.DocumentExists(ref))))
        .getOrElse(() -> Either.right(Participant.placeholder(ref, wanted)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> change(ChangeDocument operation) {
    return onDocument(
        there ->
            guards(there, operation.guards())
                .orElse(() -> inEscrow(there, operation.changes()))
                .orElse(() -> impossible(there, operation.changes()))
                .map(HoldPlacing::denied)
                .getOrElse(() -> placed(there)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> remove(RemoveDocument operation) {
    return guarded(operation.guards());
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> check(CheckDocument operation) {
    return guarded(operation.guards());
  }

  private Either<DocumentHoldAnswer, Participant> guarded(List<Guard> guards) {
    return onDocument(
        there -> guards(there, guards).map(HoldPlacing::denied).getOrElse(() -> placed(there)));
  }

  @Override
  public Either<DocumentHoldAnswer, Participant> add(AddToField operation) {
    return onDocument(
        there ->
            EscrowAdoption.of(there, operation)
                .fold(HoldPlacing::denied, adopted -> within(adopted, operation)));
  }

  private Either<DocumentHoldAnswer, Participant> within(
      Participant adopted, AddToField operation) {
    long amount = operation.amount();
    long left = adopted.escrow().get(operation.field()).get().left(amount);
    return left < Math.abs(amount)
        ? denied(new DocumentRefusal.BoundReached(ref, operation.field(), left, amount))
        : placed(adopted.with(operation.field(), bounds -> bounds.holding(amount)));
  }

  /** A document that has all the holds it may have is busy until one of them ends. */
  private Either<DocumentHoldAnswer, Participant> placed(Participant there) {
    return there.holds().size() < limit.holds()
        ? Either.right(there.holding(wanted))
        : busy(there.holds().get(0));
  }

  private Either<DocumentHoldAnswer, Participant> onDocument(
      Function<Participant, Either<DocumentHoldAnswer, Participant>> rules) {
    return document
        .map(there -> unlessBusy(there, () -> rules.apply(there)))
        .getOrElse(() -> denied(new DocumentRefusal.NoSuchDocument(ref)));
  }

  private Either<DocumentHoldAnswer, Participant> unlessBusy(
      Participant there, Supplier<Either<DocumentHoldAnswer, Participant>> rules) {
    return there.first(wanted::excludes).map(HoldPlacing::busy).getOrElse(rules);
  }

  private Option<DocumentRefusal> guards(Participant there, List<Guard> guards) {
    return Option.ofOptional(
            guards.stream().filter(guard -> !guard.holds(there.fields())).findFirst())
        .map(guard -> DocumentRefusal.GuardFailed.of(ref, guard, there.fields()));
  }

  /** A field that transactions add to is changed by additions only. */
  private Option<DocumentRefusal> inEscrow(Participant there, Changes changes) {
    return Option.ofOptional(
            changes.all().stream()
                .map(change -> change.path().top())
                .filter(there.escrow()::containsKey)
                .findFirst())
        .map(
            field ->
                new DocumentRefusal.ChangeImpossible(
                    ref, field, "a field that is not added to within bounds", "one that is"));
  }

  private Option<DocumentRefusal> impossible(Participant there, Changes changes) {
    return changes
        .applyTo(there.fields())
        .fold(
            change -> Option.some(DocumentRefusal.ChangeImpossible.of(ref, change)),
            after -> SizeLimit.refusal(ref, after));
  }

  private static Either<DocumentHoldAnswer, Participant> busy(DocumentHold holder) {
    return Either.left(new DocumentHoldAnswer.Busy(holder));
  }

  private static Either<DocumentHoldAnswer, Participant> denied(DocumentRefusal refusal) {
    return Either.left(new DocumentHoldAnswer.Denied(refusal));
  }
}
