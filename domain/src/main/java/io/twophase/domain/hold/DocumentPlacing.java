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
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Places the hold of one operation where the document's rules allow it. */
final class DocumentPlacing implements DocumentOperation.Cases<Either<Answer, Stored>> {

  private final HoldRules rules;
  private final Optional<Stored> stored;
  private final Hold wanted;
  private final Target asked;
  private final DocumentRef ref;

  DocumentPlacing(HoldRules rules, Optional<Stored> stored, Hold wanted, Claim.OfDocument claim) {
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
        .orElseGet(this::reserved);
  }

  @Override
  public Either<Answer, Stored> absent(CheckAbsent operation) {
    return reserved();
  }

  private Either<Answer, Stored> reserved() {
    return stored
        .map(there -> unlessBusy(there, () -> refused(new DocumentRefusal.DocumentExists(ref))))
        .orElseGet(() -> Either.right(Document.placeholder(ref, wanted)));
  }

  @Override
  public Either<Answer, Stored> change(ChangeDocument operation) {
    return onDocument(
        there ->
            guards(there, operation.guards())
                .or(() -> inEscrow(there, operation.changes()))
                .or(() -> impossible(there, operation.changes())));
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

  private Either<Answer, Stored> onDocument(Function<Stored, Optional<DocumentRefusal>> guards) {
    return stored
        .map(
            there ->
                unlessBusy(
                    there,
                    () ->
                        guards
                            .apply(there)
                            .map(DocumentPlacing::refused)
                            .orElseGet(() -> rules.holding(asked, there, wanted, there))))
        .orElseGet(() -> refused(new DocumentRefusal.NoSuchDocument(ref)));
  }

  private Either<Answer, Stored> unlessBusy(
      Stored there, Supplier<Either<Answer, Stored>> otherwise) {
    return HoldRules.first(there, wanted::excludes)
        .map(holder -> Either.<Answer, Stored>left(HoldRules.busy(asked, there, holder)))
        .orElseGet(otherwise);
  }

  private Optional<DocumentRefusal> guards(Stored there, List<Guard> guards) {
    return guards.stream()
        .filter(guard -> !guard.holds(there.fields()))
        .findFirst()
        .map(guard -> DocumentRefusal.GuardFailed.of(ref, guard, there.fields()));
  }

  /** A field that ranges are of is changed by them only. */
  private Optional<DocumentRefusal> inEscrow(Stored there, Changes changes) {
    Map<String, Document.Escrow> escrow = there.fold(account -> Map.of(), Document::escrow);
    return changes.all().stream()
        .map(change -> change.path().top())
        .filter(escrow::containsKey)
        .findFirst()
        .map(
            field ->
                new DocumentRefusal.ChangeImpossible(
                    ref, field, "a field that is not added to within bounds", "one that is"));
  }

  private Optional<DocumentRefusal> impossible(Stored there, Changes changes) {
    return changes
        .applyTo(there.fields())
        .fold(
            change -> Optional.of(DocumentRefusal.ChangeImpossible.of(ref, change)),
            after -> DocumentRefusal.DocumentTooLarge.of(ref, after));
  }

  private static Either<Answer, Stored> refused(DocumentRefusal refusal) {
    return Either.left(Answer.refused(refusal));
  }
}
