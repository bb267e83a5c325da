package io.twophase.domain.hold;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The rules by which a hold on a target is placed, stamped and ended in one store. Each function is
 * one guarded write: it is given the target, if there is one, and answers it as it is then. A store
 * in memory applies these functions; a database says them as filters and updates.
 *
 * <p>Another's hold that is in the way comes before any rule that asks a document: its answer would
 * be true only once that hold has ended. Among bounds and room, bounds come first: who is refused
 * for good need not wait for others to end.
 *
 * @param home where the records are whose holds are asked for
 * @param accounts the collection whose documents are the accounts
 * @param limit how many holds a target may have at a time
 */
public record HoldRules(Home home, CollectionName accounts, HoldLimit limit) {

  /** The account that a target is, if it names one as a document; else the target itself. */
  public Target stored(Target target) {
    return target.stored(accounts);
  }

  /**
   * Places a hold. A range of nothing is never placed: it is answered with the bounds, as one that
   * does not fit.
   *
   * @param there the target as it is stored, if it is
   */
  public Either<Answer, Stored> place(Optional<Stored> there, Placing asked) {
    Hold wanted = Hold.of(home, asked);
    Optional<DocumentRefusal> never = refusal(asked.claim());
    Optional<Hold> own = there.flatMap(stored -> first(stored, wanted::isInPlaceOf));
    if (never.isPresent()) {
      return Either.left(Answer.refused(never.orElseThrow()));
    }
    return own.isPresent()
        ? Either.left(present(there.orElseThrow(), own.orElseThrow(), asked.claim()))
        : asked
            .claim()
            .fold(
                range -> place(there, wanted, range),
                document ->
                    new DocumentPlacing(
                            this, there, wanted, document.target(), document.operation().document())
                        .of(document.operation()));
  }

  /** A hold of a number of another scale is not one that this record may have placed. */
  private static Answer present(Stored there, Hold own, Claim claim) {
    return claim.fold(
        range ->
            there.has(range.scale())
                ? Answer.present(own)
                : Answer.refused(there.bounds(range.scale()).getLeft()),
        document -> Answer.present(own));
  }

  /** Why no account takes part in that as a document, if none does. */
  private Optional<DocumentRefusal> refusal(Claim claim) {
    return claim
        .target()
        .fold(
            account -> Optional.empty(),
            document ->
                document.collection().equals(accounts)
                    ? claim.fold(
                        range -> Optional.of(AccountDocumentRules.noAddition(document)),
                        on -> AccountDocumentRules.refusal(document, on.operation()))
                    : Optional.empty());
  }

  private Either<Answer, Stored> place(Optional<Stored> there, Hold wanted, Claim.OfRange claim) {
    if (there.isEmpty()) {
      return Either.left(
          Answer.refused(
              claim
                  .target()
                  .<CancelReason>fold(
                      HoldRefusal.NoSuchAccount::new, DocumentRefusal.NoSuchDocument::new)));
    }
    Stored stored = there.orElseThrow();
    Optional<Hold> other = first(stored, wanted::excludes);
    if (other.isPresent()) {
      return Either.left(busy(claim.target(), stored, other.orElseThrow()));
    }
    Either<CancelReason, Bounds> bounds = stored.bounds(claim.scale());
    if (bounds.isLeft()) {
      return Either.left(Answer.refused(bounds.getLeft()));
    }
    if (claim.range().isNothing() || !bounds.get().allows(claim.range())) {
      return Either.left(Answer.shortOf(bounds.get()));
    }
    Stored after = stored.with(claim.scale(), bounds.get().placing(claim.range()));
    return holding(claim.target(), stored, wanted, after);
  }

  static Optional<Hold> first(Stored stored, Predicate<Hold> test) {
    // asked of each target of each transfer: an iterator is garbage there
    List<Hold> holds = stored.holds();
    for (int at = 0; at < holds.size(); at++) {
      if (test.test(holds.get(at))) {
        return Optional.of(holds.get(at));
      }
    }
    return Optional.empty();
  }

  static Answer busy(Target asked, Stored there, Hold holder) {
    return Answer.busy(
        holder,
        asked.<CancelReason>fold(
            account -> new HoldRefusal.AccountBusy(account, there.holds().size()),
            document -> new DocumentRefusal.DocumentBusy(document, holder.transaction())));
  }

  /** A target that has all the holds it may have is busy until one of them ends. */
  Either<Answer, Stored> holding(Target asked, Stored there, Hold wanted, Stored after) {
    if (there.holds().size() >= limit.holds()) {
      return Either.left(busy(asked, there, there.holds().get(0)));
    }
    List<Hold> more = new ArrayList<>(there.holds());
    more.add(wanted);
    return Either.right(after.with(more));
  }

  /** Raises the hold that was read, if it is there as it was read, and older. */
  public Optional<Stored> stamp(Optional<Stored> there, Stamping asked) {
    Hold raised = asked.read().at(asked.epoch());
    return there
        .filter(stored -> asked.read().epoch().olderThan(asked.epoch()))
        .filter(stored -> stored.holds().contains(asked.read()))
        .map(
            stored ->
                stored.with(
                    stored.holds().stream()
                        .map(hold -> hold.equals(asked.read()) ? raised : hold)
                        .toList()));
  }

  /**
   * Ends a hold, if it is there; answers the target as it is then, if there is one then.
   *
   * @throws IllegalArgumentException if a number is to move by more than the hold allows: a fault
   *     of who asks
   */
  @SuppressWarnings("OptionalMapToOptional") // the outer: is the hold there; the inner: the target
  public Optional<Optional<Stored>> end(Optional<Stored> there, Ending asked) {
    return there.flatMap(
        stored ->
            first(stored, hold -> asked.finds(home, hold)).map(hold -> end(stored, hold, asked)));
  }

  /**
   * Ends a hold that a target has; answers the target as it is then, if there is one then.
   *
   * @throws IllegalArgumentException if a number is to move by more than the hold allows
   * @throws IllegalStateException if the document cannot be changed, because somebody changed it
   *     outside of transactions while it was held
   */
  public static Optional<Stored> end(Stored there, Hold hold, Ending asked) {
    List<Hold> others = new ArrayList<>(there.holds());
    others.remove(hold);
    Stored without = there.with(others);
    return hold.mode() == HoldMode.ESCROW
        ? Optional.of(ended(without, hold, asked))
        : asked
            .claim()
            .filter(claim -> asked.happens())
            .flatMap(Claim::ofDocument)
            .map(document -> done(without, hold, document))
            .orElseGet(() -> givenBack(without));
  }

  private static Stored ended(Stored without, Hold hold, Ending asked) {
    if (!hold.range().allows(asked.net())) {
      throw new IllegalArgumentException("an end by " + asked.net() + " of " + hold);
    }
    Stored after = without.ending(hold, asked.net());
    return asked.happens() ? after.changedBy(hold) : after;
  }

  private static Optional<Stored> done(Stored without, Hold hold, Claim.OfDocument claim) {
    return claim
        .operation()
        .fold(
            insert -> Optional.of(changed(without, hold, document -> insert.fields())),
            change ->
                Optional.of(changed(without, hold, document -> document.changed(change.changes()))),
            remove -> Optional.empty(),
            // it is not changed, and so bears no stamp of the transaction
            check -> Optional.of(without),
            absent -> Optional.empty(),
            add -> {
              throw noRange(add);
            });
  }

  private static IllegalArgumentException noRange(AddToField addition) {
    return new IllegalArgumentException("a claim of a range: " + addition);
  }

  /** Accounts are never changed as documents. */
  private static Stored changed(Stored without, Hold hold, Function<Document, Fields> change) {
    return without.fold(
        account -> account,
        document -> document.withFields(change.apply(document)).changedBy(hold));
  }

  /** A placeholder goes with the hold that it is for. */
  private static Optional<Stored> givenBack(Stored without) {
    return without.isPlaceholder() ? Optional.empty() : Optional.of(without);
  }

  /** Places the hold of one operation where the document's rules allow it. */
  private record DocumentPlacing(
      HoldRules rules, Optional<Stored> stored, Hold wanted, Target asked, DocumentRef ref) {

    Either<Answer, Stored> of(DocumentOperation operation) {
      return operation.fold(
          this::insert,
          change ->
              onDocument(
                  there ->
                      guards(there, change.guards())
                          .or(() -> inEscrow(there, change.changes()))
                          .or(() -> impossible(there, change.changes()))),
          remove -> onDocument(there -> guards(there, remove.guards())),
          check -> onDocument(there -> guards(there, check.guards())),
          absent -> reserved(),
          add -> {
            throw noRange(add);
          });
    }

    /** A body that is too large is refused without asking the document: it always is. */
    private Either<Answer, Stored> insert(InsertDocument operation) {
      return DocumentRefusal.DocumentTooLarge.of(ref, operation.fields())
          .map(DocumentPlacing::refused)
          .orElseGet(this::reserved);
    }

    private Either<Answer, Stored> reserved() {
      return stored
          .map(there -> unlessBusy(there, () -> refused(new DocumentRefusal.DocumentExists(ref))))
          .orElseGet(() -> Either.right(Document.placeholder(ref, wanted)));
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
      return DocumentRefusal.GuardFailed.of(ref, guards, there.fields());
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

  /**
   * The number of holds that one account may have at a time. An account is one document, and each
   * change of it costs what the document weighs: without a limit, a hot account would grow slower
   * and slower, and in the end too large to store.
   *
   * @param holds above zero
   */
  public record HoldLimit(int holds) {

    /** Documents of less than a megabyte, and room for several batches at work on one account. */
    public static final HoldLimit DEFAULT = new HoldLimit(5_000);

    /** As many as there are. */
    public static final HoldLimit NONE = new HoldLimit(Integer.MAX_VALUE);

    /**
     * @throws IllegalArgumentException if {@code holds} is below 1
     */
    public HoldLimit {
      if (holds < 1) {
        throw new IllegalArgumentException("a limit of " + holds + " holds is below 1");
      }
    }
  }
}
