package io.twophase.domain.hold;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.transaction.DocumentRefusal;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Places the hold of one operation where the document's rules allow it. */
final class DocumentPlacing implements DocumentOperation.Cases<Either<Answer, Stored>> {

  private final HoldRules rules;
  private final Option<Stored> stored;
  private final Hold wanted;
  private final Target asked;
  private final DocumentRef ref;

  DocumentPlacing(HoldRules rules, Option<Stored> stored, Hold wanted, Claim.OfDocument claim) {
    this.rules = rules;
    this.stored = stored;
    this.wanted = wanted;
    this.asked = claim.target();
    this.ref = claim.operation().document();
  }

  /** A body that is too large is refused without asking the document: it always is. */
  @Override
  public Either<Answer, Stored> insert(InsertDocument operation) {
    return DocumentRefusal.DocumentTooLarge.of(ref, operation.fields())
        .map(DocumentPlacing::refused)
        .getOrElse(this::reserved);
  }

  @Override
  public Either<Answer, Stored> absent(CheckAbsent operation) {
    return reserved();
  }

  private Either<Answer, Stored> reserved() {
    return stored
        .map(there -> unlessBusy(there, () -> refused(new DocumentRefusal.DocumentExists(ref))))
        .getOrElse(() -> Either.right(Document.placeholder(ref, wanted)));
  }

  @Override
  public Either<Answer, Stored> change(ChangeDocument operation) {
    return onDocument(
        there ->
            guards(there, operation.guards())
                .orElse(() -> inEscrow(there, operation.changes()))
                .orElse(() -> impossible(there, operation.changes())));
  }

  @Override
  public Either<Answer, Stored> remove(RemoveDocument operation) {
    return onDocument(there -> guards(there, operation.guards()));
  }

  @Override
  public Either<Answer, Stored> check(CheckDocument operation) {
    return onDocument(there -> guards(there, operation.guards()));
  }

  @Override
  public Either<Answer, Stored> add(AddToField operation) {
    throw new IllegalArgumentException("a claim of a range: " + operation);
  }

  private Either<Answer, Stored> onDocument(Function<Stored, Option<DocumentRefusal>> guards) {
    return stored
        .map(
            there ->
                unlessBusy(
                    there,
                    () ->
                        guards
                            .apply(there)
                            .map(DocumentPlacing::refused)
                            .getOrElse(() -> rules.holding(asked, there, wanted, there))))
        .getOrElse(() -> refused(new DocumentRefusal.NoSuchDocument(ref)));
  }

  private Either<Answer, Stored> unlessBusy(
      Stored there, Supplier<Either<Answer, Stored>> otherwise) {
    return HoldRules.first(there, wanted::excludes)
        .map(holder -> Either.<Answer, Stored>left(HoldRules.busy(asked, there, holder)))
        .getOrElse(otherwise);
  }

  private Option<DocumentRefusal> guards(Stored there, List<Guard> guards) {
    return Option.ofOptional(
            guards.stream().filter(guard -> !guard.holds(there.fields())).findFirst())
        .map(guard -> DocumentRefusal.GuardFailed.of(ref, guard, there.fields()));
  }

  /** A field that ranges are of is changed by them only. */
  private Option<DocumentRefusal> inEscrow(Stored there, Changes changes) {
    Map<String, Document.Escrow> escrow = there.fold(account -> HashMap.empty(), Document::escrow);
    return Option.ofOptional(
            changes.all().stream()
                .map(change -> change.path().top())
                .filter(escrow::containsKey)
                .findFirst())
        .map(
            field ->
                new DocumentRefusal.ChangeImpossible(
                    ref, field, "a field that is not added to within bounds", "one that is"));
  }

  private Option<DocumentRefusal> impossible(Stored there, Changes changes) {
    return changes
        .applyTo(there.fields())
        .fold(
            change -> Option.some(DocumentRefusal.ChangeImpossible.of(ref, change)),
            after -> DocumentRefusal.DocumentTooLarge.of(ref, after));
  }

  private static Either<Answer, Stored> refused(DocumentRefusal refusal) {
    return Either.left(Answer.refused(refusal));
  }
}
