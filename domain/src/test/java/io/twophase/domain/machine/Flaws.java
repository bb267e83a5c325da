package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Bounds;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
      LinkedHashMap<io.twophase.domain.TransactionId, CancelReason> excluded,
      Verdict verdict,
      Option<CancelReason> reason) {
    return new TransactionRecord(
        record.id(),
        record.members(),
        record.only(),
        record.inOrder(),
        state,
        record.epoch(),
        record.owner(),
        excluded,
        verdict,
        record.leavesOut(),
        reason,
        record.approvals(),
        record.createdAt(),
        record.lastModified(),
        record.timeline());
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

  static Option<TransactionRecord> apply(
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
      return Option.some(asked.change(record, now));
    }
    Option<TransactionRecord> after = asked.apply(record, now);
    if (isCapture(asked) && scene.lacks(Flaw.FORGETS_WHAT_IS_CAPTURED)) {
      return after.map(
          there ->
              with(there, there.state(), there.excluded(), Verdict.ALL_APPLIED, there.reason()));
    }
    return after;
  }

  private static boolean isAtEpoch(Transition asked, TransactionRecord record) {
    return asked.epoch().contains(record.epoch());
  }

  static boolean isCapture(Transition asked) {
    return asked.kind() == Transition.Kind.DECIDE
        && asked.from() == State.AUTHORIZED
        && asked.to() == State.APPLIED;
  }

  /** The target without those holds of others, which come back when it is done. */
  private static Either<Answer, Stored> placeBeside(
      HoldRules rules, Option<Stored> there, Placing asked, Predicate<Hold> ignored) {
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
      Scene scene, HoldRules rules, Option<Stored> there, Placing asked) {
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
      case LOOKS_ONLY -> mode == HoldMode.SHARED ? faithful.map(placed -> there.get()) : faithful;
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
          isBusy(faithful) && there.exists(Flaws::isPlaceholder)
              ? rules.place(Option.none(), asked)
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
                          Option.some(Long.MAX_VALUE),
                          Option.some(Long.MAX_VALUE))
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
                  && faithful.getLeft().hold().exists(h -> h.epoch().equals(asked.epoch()))
              ? Either.right(there.get())
              : faithful;
      case IGNORES_HOMES ->
          holds(there)
                  .filter(hold -> hold.record().equals(asked.record()))
                  .anyMatch(hold -> hold.epoch().equals(asked.epoch()))
              ? Either.right(there.get())
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
      Option<Stored> there,
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
  private static Answer computed(Option<Stored> there, Placing asked, Answer answer) {
    boolean isReduced =
        answer.kind() == Answer.Kind.PRESENT
            && answer.hold().exists(hold -> Store.isReduced(hold.range()));
    if (!isReduced || !(asked.claim() instanceof Claim.OfRange range)) {
      return answer;
    }
    Hold hold = answer.hold().get();
    long available = there.get().bounds(range.scale()).get().available() + hold.range().debit();
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
      Option<Stored> there, Placing asked, Stored placed) {
    return Option.ofOptional(
            holds(there)
                .filter(hold -> hold.mode() == HoldMode.SHARED)
                .filter(hold -> !hold.record().equals(asked.record()))
                .findFirst())
        .<Either<Answer, Stored>>map(
            check ->
                Either.left(
                    Answer.busy(check, new HoldRefusal.AccountBusy(Fixtures.accountId("A"), 1))))
        .getOrElse(Either.right(placed));
  }

  static Option<Stored> stamp(Scene scene, HoldRules rules, Option<Stored> there, Stamping asked) {
    boolean isAny =
        scene.lacks(Flaw.STAMPS_ANY_HOLD)
            || scene.lacks(Flaw.STAMPS_BY_ID)
            || scene.lacks(Flaw.TAKES_OVER_WITH_ANOTHER_PART);
    Option<Hold> older =
        Option.ofOptional(
            holds(there)
                .filter(hold -> hold.isOf(rules.home(), asked.read().record()))
                .filter(hold -> hold.epoch().olderThan(asked.epoch()))
                .findFirst());
    return rules.stamp(
        there,
        isAny && older.isDefined()
            ? new Stamping(asked.target(), older.get(), asked.epoch())
            : asked);
  }

  static Option<Option<Stored>> end(
      Scene scene, HoldRules rules, Option<Stored> there, Ending asked) {
    Option<Option<Stored>> faithful = rules.end(there, asked);
    return switch (scene.flaw) {
      case SETTLES_AT_ANY_EPOCH ->
          asked.happens()
              ? rules.end(
                  there,
                  new Ending(
                      asked.target(),
                      asked.record(),
                      asked.claim(),
                      Option.none(),
                      true,
                      asked.net(),
                      Option.none()))
              : faithful;
      case CREATES_AT_SETTLE ->
          faithful.isEmpty() && there.isEmpty() && is(asked, InsertDocument.class)
              ? Option.some(
                  Option.some(
                      Document.of(
                          ((InsertDocument) operation(asked).get()).document(),
                          ((InsertDocument) operation(asked).get()).fields())))
              : faithful;
      case DELETES_BARELY ->
          faithful.isEmpty() && there.isDefined() && is(asked, RemoveDocument.class)
              ? Option.some(Option.none())
              : faithful;
      case RELEASES_BARELY -> {
        boolean isInserting =
            operation(asked)
                .exists(
                    operation ->
                        operation instanceof InsertDocument || operation instanceof CheckAbsent);
        yield faithful.isEmpty()
                && !asked.happens()
                && isInserting
                && there.exists(Flaws::isPlaceholder)
            ? Option.some(Option.none())
            : faithful;
      }
      case IGNORES_HOMES ->
          faithful.orElse(
              () ->
                  Option.ofOptional(
                          holds(there)
                              .filter(hold -> hold.record().equals(asked.record()))
                              .findFirst())
                      .map(
                          hold ->
                              Option.some(
                                  without(there.get(), hold::equals).ending(hold, asked.net()))));
      case FORGETS_TO_GIVE_BACK ->
          faithful.map(after -> after.map(stored -> keeping(there.get(), stored)));
      case TAKES_A_STALE_READ_FOR_A_COUNT ->
          asked.happens() && asked.net() != 0 ? Option.none() : faithful;
      case COMPUTES_WHAT_IS_HELD -> isOfAll(rules, there, asked) ? faithful : Option.none();
      case LOSES_WITHDRAWALS ->
          asked.at().isDefined() && !asked.happens() && asked.claim().isDefined()
              ? there.map(Option::some)
              : faithful;
      default -> faithful;
    };
  }

  /** Whether what is held is all that the members ask for, or known from its placing. */
  private static boolean isOfAll(HoldRules rules, Option<Stored> there, Ending asked) {
    return asked.known().isDefined()
        || asked
            .claim()
            .flatMap(Claim::ofRange)
            .forAll(
                range ->
                    holds(there)
                        .filter(hold -> hold.isOf(rules.home(), asked.record()))
                        .allMatch(hold -> hold.range().equals(range.range())));
  }

  private static boolean is(Ending asked, Class<?> kind) {
    return asked.happens() && operation(asked).exists(kind::isInstance);
  }

  private static Option<DocumentOperation> operation(Ending asked) {
    return asked.claim().flatMap(Claim::ofDocument).map(Claim.OfDocument::operation);
  }

  private static Stream<Hold> holds(Option<Stored> there) {
    return there.toJavaStream().flatMap(stored -> stored.holds().stream());
  }

  /** What was set aside before, is set aside. */
  private static Stored keeping(Stored before, Stored after) {
    if (before instanceof Account was && after instanceof Account account) {
      Bounds bounds =
          new Bounds(account.balance(), was.bounds().available(), was.bounds().receivable());
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
