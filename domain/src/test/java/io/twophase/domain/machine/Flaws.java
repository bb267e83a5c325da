package io.twophase.domain.machine;

import static io.twophase.domain.operation.DocumentOperation.HoldMode.SHARED;
import static io.twophase.domain.testing.Fixtures.accountId;

import io.twophase.domain.ApproverName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.HoldRefusal.AccountBusy;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The store as it must be, or without the rule that a scene leaves out. */
final class Flaws {

  private Flaws() {}

  static TransactionRecord in(State state, TransactionRecord record) {
    return Copies.with(record, "state", state);
  }

  /** The record as if Ann had approved it. */
  static TransactionRecord approved(TransactionRecord record) {
    return record.state() != State.AUTHORIZED || !record.approvals().isEmpty()
        ? record
        : record.after(
            Transition.approve(record.id(), record.epoch(), new ApproverName("Ann")),
            record.lastModified());
  }

  static Optional<TransactionRecord> apply(
      Scene scene, Transition asked, TransactionRecord record, Instant now) {
    boolean isAsSeen =
        switch (scene.flaw) {
          case DECIDES_WITHOUT_EXCLUSIONS ->
              asked.isByRun() && record.state() == asked.from() && isAtEpoch(asked, record);
          case TAKES_OVER_WHAT_IS_AUTHORIZED ->
              asked.kind() == Transition.Kind.ACQUIRE
                  && record.state() == State.AUTHORIZED
                  && isAtEpoch(asked, record);
          case CAPTURES_WHAT_IS_VOIDED -> isCapture(asked) && record.state() == State.CANCELING;
          case CAPTURES_WHAT_IS_NOT_APPROVED ->
              isCapture(asked) && record.state() == State.AUTHORIZED && isAtEpoch(asked, record);
          default -> false;
        };
    return isAsSeen ? Optional.of(record.after(asked, now)) : asked.apply(record, now);
  }

  private static boolean isAtEpoch(Transition asked, TransactionRecord record) {
    return asked.epoch().equals(Optional.of(record.epoch()));
  }

  static boolean isCapture(Transition asked) {
    return asked.kind() == Transition.Kind.DECIDE
        && asked.from() == State.AUTHORIZED
        && asked.to() == State.APPLIED;
  }

  static Either<Answer, Stored> place(
      Scene scene, HoldRules rules, Optional<Stored> there, Placing asked) {
    Either<Answer, Stored> faithful = rules.place(there, asked);
    HoldMode mode = asked.claim().mode();
    return switch (scene.flaw) {
      case LOOKS_ONLY -> mode == SHARED ? faithful.map(placed -> there.orElseThrow()) : faithful;
      case REFUSES_WHAT_IS_BUSY -> {
        Either<Answer, Stored> alone =
            rules.place(
                there
                    .map(stored -> stored.with(List.of()))
                    .filter(stored -> !stored.isPlaceholder()),
                asked);
        yield is(Answer.Kind.BUSY, faithful) && is(Answer.Kind.REFUSED, alone) ? alone : faithful;
      }
      case HOLDS_LESS_AT_ANY_BOUNDS ->
          asked.claim() instanceof Claim.OfRange range && Store.isReduced(range.range())
              ? placeWhole(rules, there, asked, range)
              : faithful;
      case KEEPS_ADDITIONS_OUT ->
          mode == HoldMode.ESCROW
              ? faithful.flatMap(placed -> besideNoCheck(there, asked, placed))
              : faithful;
      case ACKNOWLEDGES_BY_ID_AND_EPOCH ->
          is(Answer.Kind.PRESENT, faithful)
                  && faithful.getLeft().hold().stream()
                      .anyMatch(h -> h.epoch().equals(asked.epoch()))
              ? Either.right(there.orElseThrow())
              : faithful;
      default -> faithful;
    };
  }

  private static boolean is(Answer.Kind kind, Either<Answer, Stored> placed) {
    return placed.isLeft() && placed.getLeft().kind() == kind;
  }

  /** A reduced range is placed if it could be placed as all that is asked for. */
  private static Either<Answer, Stored> placeWhole(
      HoldRules rules, Optional<Stored> there, Placing asked, Claim.OfRange claim) {
    Range range = claim.range();
    Placing whole =
        new Placing(
            asked.record(),
            asked.epoch(),
            new Claim.OfRange(
                claim.target(),
                claim.scale(),
                Range.whole(range.debit(), range.credit()),
                claim.open()));
    Hold wanted = Hold.of(rules.home(), asked);
    Hold placed = Hold.of(rules.home(), whole);
    return rules
        .place(there, whole)
        .map(
            stored ->
                stored.with(
                    stored.holds().stream()
                        .map(hold -> hold.equals(placed) ? wanted : hold)
                        .toList()));
  }

  private static Either<Answer, Stored> besideNoCheck(
      Optional<Stored> there, Placing asked, Stored placed) {
    return holds(there)
        .filter(hold -> hold.mode() == SHARED)
        .filter(hold -> !hold.record().equals(asked.record()))
        .findFirst()
        .<Either<Answer, Stored>>map(
            check -> Either.left(Answer.busy(check, new AccountBusy(accountId("A"), 1))))
        .orElse(Either.right(placed));
  }

  static Optional<Stored> stamp(
      Scene scene, HoldRules rules, Optional<Stored> there, Stamping asked) {
    Optional<Hold> older =
        holds(there)
            .filter(hold -> hold.isOf(rules.home(), asked.read().record()))
            .filter(hold -> hold.epoch().olderThan(asked.epoch()))
            .findFirst();
    return rules.stamp(
        there,
        scene.lacks(Flaw.STAMPS_ANY_HOLD) && older.isPresent()
            ? new Stamping(asked.target(), older.orElseThrow(), asked.epoch())
            : asked);
  }

  @SuppressWarnings("OptionalMapToOptional") // the end may leave no document
  static Optional<Optional<Stored>> end(
      Scene scene, HoldRules rules, Optional<Stored> there, Ending asked) {
    Optional<Optional<Stored>> faithful = rules.end(there, asked);
    return switch (scene.flaw) {
      case SETTLES_AT_ANY_EPOCH ->
          asked.happens()
              ? rules.end(
                  there, Copies.with(asked, "at", Optional.empty(), "known", Optional.empty()))
              : faithful;
      case DELETES_BARELY ->
          faithful.isEmpty() && there.isPresent() && isRemoval(asked)
              ? Optional.of(Optional.empty())
              : faithful;
      case FORGETS_TO_GIVE_BACK ->
          faithful.map(after -> after.map(stored -> keeping(there.orElseThrow(), stored)));
      default -> faithful;
    };
  }

  private static boolean isRemoval(Ending asked) {
    return asked.happens()
        && asked.claim().flatMap(Claim::ofDocument).map(Claim.OfDocument::operation).stream()
            .anyMatch(RemoveDocument.class::isInstance);
  }

  private static Stream<Hold> holds(Optional<Stored> there) {
    return there.stream().flatMap(stored -> stored.holds().stream());
  }

  /** What was set aside before, is set aside. */
  private static Stored keeping(Stored before, Stored after) {
    if (before instanceof Account was && after instanceof Account account) {
      return Copies.with(
          account, "bounds", Copies.with(was.bounds(), "value", account.balance().minor()));
    }
    return before instanceof Document was && after instanceof Document document
        ? Copies.with(document, "escrow", was.escrow())
        : after;
  }
}
