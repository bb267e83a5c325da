package io.twophase.domain.machine;

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
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The store as it must be, or without the rule that a scene leaves out. */
final class Flaws {

  private Flaws() {}

  /** The record with another state, exclusions, verdict and reason. */
  static TransactionRecord with(
      TransactionRecord record,
      State state,
      Map<io.twophase.domain.TransactionId, CancelReason> excluded,
      Verdict verdict,
      Optional<CancelReason> reason) {
    return StoredRecords.with(record, state, excluded, verdict, reason, record.timeline());
  }

  static TransactionRecord in(State state, TransactionRecord record) {
    return with(record, state, record.excluded(), record.verdict(), record.reason());
  }

  /** The record as if Ann had approved it. */
  static TransactionRecord approved(TransactionRecord record) {
    return record.state() != State.AUTHORIZED || !record.approvals().isEmpty()
        ? record
        : Transition.approve(record.id(), record.epoch(), new ApproverName("Ann"))
            .change(record, record.lastModified());
  }

  static Optional<TransactionRecord> apply(
      Scene scene, Transition asked, TransactionRecord record, Instant now) {
    boolean isAsSeen =
        switch (scene.flaw) {
          case DECIDES_WITHOUT_EXCLUSIONS ->
              asked.isByRun() && record.state() == asked.from() && isAtEpoch(asked, record);
          case AUTHORIZES_AT_ANY_EPOCH ->
              asked.kind() == Transition.Kind.AUTHORIZE && record.state() == State.PENDING;
          case TAKES_OVER_WHAT_IS_AUTHORIZED ->
              asked.kind() == Transition.Kind.ACQUIRE
                  && record.state() == State.AUTHORIZED
                  && isAtEpoch(asked, record);
          case CAPTURES_WHAT_IS_VOIDED -> isCapture(asked) && record.state() == State.CANCELING;
          case VOIDS_WHAT_IS_CAPTURED ->
              asked.kind() == Transition.Kind.DECIDE
                  && asked.to() == State.CANCELING
                  && record.state() == State.APPLIED;
          case CAPTURES_WHAT_IS_NOT_APPROVED ->
              isCapture(asked) && record.state() == State.AUTHORIZED && isAtEpoch(asked, record);
          default -> false;
        };
    if (isAsSeen) {
      return Optional.of(asked.change(record, now));
    }
    Optional<TransactionRecord> after = asked.apply(record, now);
    if (isCapture(asked) && scene.lacks(Flaw.FORGETS_WHAT_IS_CAPTURED)) {
      return after.map(
          there ->
              with(there, there.state(), there.excluded(), Verdict.ALL_APPLIED, there.reason()));
    }
    return after;
  }

  private static boolean isAtEpoch(Transition asked, TransactionRecord record) {
    return asked.epoch().equals(Optional.of(record.epoch()));
  }

  static boolean isCapture(Transition asked) {
    return asked.kind() == Transition.Kind.DECIDE
        && asked.from() == State.AUTHORIZED
        && asked.to() == State.APPLIED;
  }

  /** The target without those holds of others, which come back when it is done. */
  private static Either<Answer, Stored> placeBeside(
      HoldRules rules, Optional<Stored> there, Placing asked, Predicate<Hold> ignored) {
    Hold wanted = Hold.of(rules.home(), asked);
    Predicate<Hold> others = hold -> !wanted.isInPlaceOf(hold) && ignored.test(hold);
    List<Hold> hidden = holds(there).filter(others).toList();
    return rules
        .place(there.map(stored -> without(stored, others)), asked)
        .map(
            placed -> {
              List<Hold> all = new ArrayList<>(hidden);
              all.addAll(placed.holds());
              return placed.with(all);
            });
  }

  private static Stored without(Stored stored, Predicate<Hold> ignored) {
    return stored.with(stored.holds().stream().filter(ignored.negate()).toList());
  }

  static Either<Answer, Stored> place(
      Scene scene, HoldRules rules, Optional<Stored> there, Placing asked) {
    Either<Answer, Stored> faithful = rules.place(there, asked);
    HoldMode mode = asked.claim().mode();
    return switch (scene.flaw) {
      case PLACES_BESIDE_OTHERS -> placeBeside(rules, there, asked, hold -> true);
      case IGNORES_CHECKS ->
          mode == HoldMode.EXCLUSIVE
              ? placeBeside(rules, there, asked, hold -> hold.mode() == HoldMode.SHARED)
              : mode == HoldMode.SHARED
                  ? placeBeside(rules, there, asked, hold -> hold.mode() == HoldMode.EXCLUSIVE)
                  : faithful;
      case CHECKS_BESIDE_ADDITIONS ->
          placeBeside(rules, there, asked, hold -> hold.mode() != HoldMode.EXCLUSIVE);
      case LOOKS_ONLY ->
          mode == HoldMode.SHARED ? faithful.map(placed -> there.orElseThrow()) : faithful;
      case REFUSES_WHAT_IS_BUSY -> {
        Either<Answer, Stored> alone =
            rules.place(
                there
                    .map(stored -> without(stored, hold -> true))
                    .filter(stored -> !isPlaceholder(stored)),
                asked);
        yield isBusy(faithful) && alone.isLeft() && alone.getLeft().kind() == Answer.Kind.REFUSED
            ? alone
            : faithful;
      }
      case TAKES_PLACEHOLDERS_FOR_MISSING ->
          isBusy(faithful) && there.filter(Flaws::isPlaceholder).isPresent()
              ? rules.place(Optional.empty(), asked)
              : faithful;
      case HOLDS_LESS_AT_ANY_BOUNDS ->
          placeAs(
              rules,
              there,
              asked,
              faithful,
              range -> Store.isReduced(range) ? Range.whole(range.debit(), range.credit()) : range);
      case STOPS_SUMS_AT_INT64 ->
          placeAs(
              rules,
              there,
              asked,
              faithful,
              range ->
                  range.isBeyondInt64()
                      ? new Range(
                          range.debit(),
                          range.credit(),
                          Optional.of(Long.MAX_VALUE),
                          Optional.of(Long.MAX_VALUE))
                      : range);
      case TAKES_OVER_WITH_ANOTHER_PART ->
          faithful.mapLeft(answer -> computed(there, asked, answer));
      case KEEPS_ADDITIONS_OUT ->
          mode == HoldMode.ESCROW
              ? faithful.flatMap(placed -> besideNoCheck(there, asked, placed))
              : faithful;
      case ACKNOWLEDGES_BY_ID_AND_EPOCH ->
          faithful.isLeft()
                  && faithful.getLeft().kind() == Answer.Kind.PRESENT
                  && faithful
                      .getLeft()
                      .hold()
                      .filter(h -> h.epoch().equals(asked.epoch()))
                      .isPresent()
              ? Either.right(there.orElseThrow())
              : faithful;
      case IGNORES_HOMES ->
          holds(there)
                  .filter(hold -> hold.record().equals(asked.record()))
                  .anyMatch(hold -> hold.epoch().equals(asked.epoch()))
              ? Either.right(there.orElseThrow())
              : faithful;
      default -> faithful;
    };
  }

  private static boolean isBusy(Either<Answer, Stored> placed) {
    return placed.isLeft() && placed.getLeft().kind() == Answer.Kind.BUSY;
  }

  private static boolean isPlaceholder(Stored stored) {
    return stored instanceof Document document && document.placeholder();
  }

  /** A range is placed if another would be. */
  private static Either<Answer, Stored> placeAs(
      HoldRules rules,
      Optional<Stored> there,
      Placing asked,
      Either<Answer, Stored> faithful,
      UnaryOperator<Range> as) {
    if (!(asked.claim() instanceof Claim.OfRange range)) {
      return faithful;
    }
    Placing instead = new Placing(asked.record(), asked.epoch(), range.of(as.apply(range.range())));
    Hold wanted = Hold.of(rules.home(), asked);
    Hold placed = Hold.of(rules.home(), instead);
    return rules
        .place(there, instead)
        .map(
            stored ->
                stored.with(
                    stored.holds().stream()
                        .map(hold -> hold.equals(placed) ? wanted : hold)
                        .toList()));
  }

  /** A hold that is there is answered as if it were of what is there now. */
  private static Answer computed(Optional<Stored> there, Placing asked, Answer answer) {
    boolean isReduced =
        answer.kind() == Answer.Kind.PRESENT
            && answer.hold().filter(hold -> Store.isReduced(hold.range())).isPresent();
    if (!isReduced || !(asked.claim() instanceof Claim.OfRange range)) {
      return answer;
    }
    Hold hold = answer.hold().orElseThrow();
    long available =
        there.orElseThrow().bounds(range.scale()).get().available() + hold.range().debit();
    return Answer.present(holding(hold, Math.min(range.range().debit(), available)));
  }

  private static Hold holding(Hold hold, long debit) {
    Range range = new Range(debit, hold.range().credit(), hold.range().had(), hold.range().could());
    return new Hold(
        hold.home(),
        hold.record(),
        hold.epoch(),
        hold.mode(),
        range,
        hold.fields(),
        hold.digest(),
        hold.member());
  }

  private static Either<Answer, Stored> besideNoCheck(
      Optional<Stored> there, Placing asked, Stored placed) {
    return holds(there)
        .filter(hold -> hold.mode() == HoldMode.SHARED)
        .filter(hold -> !hold.record().equals(asked.record()))
        .findFirst()
        .<Either<Answer, Stored>>map(
            check ->
                Either.left(
                    Answer.busy(check, new HoldRefusal.AccountBusy(Fixtures.accountId("A"), 1))))
        .orElse(Either.right(placed));
  }

  static Optional<Stored> stamp(
      Scene scene, HoldRules rules, Optional<Stored> there, Stamping asked) {
    boolean isAny =
        scene.lacks(Flaw.STAMPS_ANY_HOLD)
            || scene.lacks(Flaw.STAMPS_BY_ID)
            || scene.lacks(Flaw.TAKES_OVER_WITH_ANOTHER_PART);
    Optional<Hold> older =
        holds(there)
            .filter(hold -> hold.isOf(rules.home(), asked.read().record()))
            .filter(hold -> hold.epoch().olderThan(asked.epoch()))
            .findFirst();
    return rules.stamp(
        there,
        isAny && older.isPresent()
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
                  there,
                  new Ending(
                      asked.target(),
                      asked.record(),
                      asked.claim(),
                      Optional.empty(),
                      true,
                      asked.net(),
                      Optional.empty()))
              : faithful;
      case CREATES_AT_SETTLE ->
          faithful.isEmpty() && there.isEmpty() && is(asked, InsertDocument.class)
              ? Optional.of(
                  Optional.of(
                      Document.of(
                          ((InsertDocument) operation(asked).orElseThrow()).document(),
                          ((InsertDocument) operation(asked).orElseThrow()).fields())))
              : faithful;
      case DELETES_BARELY ->
          faithful.isEmpty() && there.isPresent() && is(asked, RemoveDocument.class)
              ? Optional.of(Optional.empty())
              : faithful;
      case RELEASES_BARELY -> {
        boolean isInserting =
            operation(asked)
                .filter(
                    operation ->
                        operation instanceof InsertDocument || operation instanceof CheckAbsent)
                .isPresent();
        yield faithful.isEmpty()
                && !asked.happens()
                && isInserting
                && there.filter(Flaws::isPlaceholder).isPresent()
            ? Optional.of(Optional.empty())
            : faithful;
      }
      case IGNORES_HOMES ->
          faithful.or(
              () ->
                  holds(there)
                      .filter(hold -> hold.record().equals(asked.record()))
                      .findFirst()
                      .map(
                          hold ->
                              Optional.of(
                                  without(there.orElseThrow(), hold::equals)
                                      .ending(hold, asked.net()))));
      case FORGETS_TO_GIVE_BACK ->
          faithful.map(after -> after.map(stored -> keeping(there.orElseThrow(), stored)));
      case TAKES_A_STALE_READ_FOR_A_COUNT ->
          asked.happens() && asked.net() != 0 ? Optional.empty() : faithful;
      case COMPUTES_WHAT_IS_HELD -> isOfAll(rules, there, asked) ? faithful : Optional.empty();
      case LOSES_WITHDRAWALS ->
          asked.at().isPresent() && !asked.happens() && asked.claim().isPresent()
              ? there.map(Optional::of)
              : faithful;
      default -> faithful;
    };
  }

  /** Whether what is held is all that the members ask for, or known from its placing. */
  private static boolean isOfAll(HoldRules rules, Optional<Stored> there, Ending asked) {
    return asked.known().isPresent()
        || asked
            .claim()
            .flatMap(Claim::ofRange)
            .map(
                range ->
                    holds(there)
                        .filter(hold -> hold.isOf(rules.home(), asked.record()))
                        .allMatch(hold -> hold.range().equals(range.range())))
            .orElse(true);
  }

  private static boolean is(Ending asked, Class<?> kind) {
    return asked.happens() && operation(asked).filter(kind::isInstance).isPresent();
  }

  private static Optional<DocumentOperation> operation(Ending asked) {
    return asked.claim().flatMap(Claim::ofDocument).map(Claim.OfDocument::operation);
  }

  private static Stream<Hold> holds(Optional<Stored> there) {
    return there.stream().flatMap(stored -> stored.holds().stream());
  }

  /** What was set aside before, is set aside. */
  private static Stored keeping(Stored before, Stored after) {
    if (before instanceof Account was && after instanceof Account account) {
      Bounds bounds =
          new Bounds(
              account.balance().minor(), was.bounds().available(), was.bounds().receivable());
      return new Account(
          account.opening(), bounds, account.status(), account.holds(), account.own());
    }
    return before instanceof Document was && after instanceof Document document
        ? new Document(
            document.ref(),
            document.fields(),
            document.placeholder(),
            document.lastTransaction(),
            document.holds(),
            was.escrow())
        : after;
  }
}
