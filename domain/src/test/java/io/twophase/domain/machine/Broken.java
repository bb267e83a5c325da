package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.machine.Knowledge.Waiting;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A worker that goes another way than it should, where a scene leaves out a rule. */
final class Broken {

  static final CancelReason REFUSAL = new HoldRefusal.AccountFrozen(Fixtures.accountId("A"));

  private final Scene scene;

  Broken(Scene scene) {
    this.scene = scene;
  }

  /** The worker after a step, as it should be; or as the rule that is left out has it. */
  Worker going(Worker before, Worker next) {
    return switch (scene.flaw) {
      case WAITS_IN_ANY_ORDER -> isBackingOff(next) ? Waiting.await(next) : next;
      case BACKS_OFF_IN_THE_SAME_EPOCH -> isBackingOff(next) ? backingOff(next) : next;
      case WAITS_WITH_SEVERAL ->
          isDecision(next) && !Holding.next(next.knowledge()).isEmpty() ? Holding.goOn(next) : next;
      case LEAVES_ITS_OWN_HOLDS ->
          before.step() instanceof Step.Read
                  && next.step() instanceof Step.End end
                  && end.why() == Step.Why.WITHDRAW
              ? next.at(next.knowledge().disowned(), Reading.of(next.goal()))
              : next;
      case HAPPENS_WHEN_HELD -> happening(next);
      case CAPTURES_OUT_OF_BALANCE -> capturing(next);
      case TAKES_RANGES_FROM_DOCUMENTS -> ranging(before, next);
      case HOLDS_ALL_THERE_IS -> greedy(next);
      case SETTLES_WHAT_IS_LISTED -> settling(next, record -> Verdict.ALL_APPLIED);
      case FORGETS_WHAT_THERE_WAS, SETTLES_ALL_THAT_IS_HELD -> settling(next, Broken::inFull);
      case CREDITS_WHAT_WAS_ASKED -> crediting(next);
      case KEEPS_WHAT_IS_NOT_APPLIED -> ends(next, ending -> ending.happens());
      case ENDS_ONE_EPOCH -> atOneEpoch(next);
      case FINISHES_WITHOUT_DOCUMENTS ->
          isReadingMembersOf(next, State.APPLIED) ? finishing(next) : next;
      case FINISHES_WITHOUT_THE_OTHERS ->
          isReadingMembersOf(before, State.APPLIED)
                  && next.step() instanceof Step.Read read
                  && read.record()
              ? Closing.end(next)
              : next;
      case CANCELS_AT_ANOTHERS_EPOCH ->
          next.goal().kind() == Goal.Kind.CANCEL
                  && next.id().isOfMany()
                  && isMove(next, Transition.Kind.ACQUIRE)
              ? Holding.owned(next, next.knowledge().known().epoch())
              : next;
      case BEGINS_WHAT_HAS_EXPIRED ->
          next.result().filter(result -> result.kind() == Result.Kind.EXPIRED).isPresent()
                  && next.goal().begins().isPresent()
              ? Worker.start(next.goal(), next.owner())
              : next;
      default -> isDecision(next) ? new BrokenVerdicts(scene.flaw).deciding(next) : next;
    };
  }

  private static boolean isMove(Worker worker, Transition.Kind kind) {
    return worker.step() instanceof Step.Move move && move.transition().kind() == kind;
  }

  private static boolean isDecision(Worker worker) {
    return worker.step() instanceof Step.Move move && move.transition().isByRun();
  }

  private static boolean isBackingOff(Worker worker) {
    return isMove(worker, Transition.Kind.ACQUIRE)
        && worker.knowledge().waiting().backOff().isPresent();
  }

  private static Worker backingOff(Worker worker) {
    Waiting waiting = worker.knowledge().waiting();
    List<Claim> held = waiting.backOff().orElseThrow().held();
    Epoch epoch = worker.knowledge().epoch();
    return worker.at(
        worker
            .knowledge()
            .owning(epoch)
            .waiting(waiting.with(Optional.of(new Waiting.BackOff(Epoch.NONE, held)))),
        new Step.End(
            held.stream()
                .map(claim -> Ending.withdraw(worker.id(), claim, epoch, Optional.empty()))
                .toList(),
            Step.Why.WITHDRAW));
  }

  private static boolean isReadingMembersOf(Worker worker, State state) {
    return worker.id().isOfMany()
        && worker.step() instanceof Step.Read read
        && !read.record()
        && worker.record().filter(record -> record.state() == state).isPresent();
  }

  private static Worker finishing(Worker worker) {
    return worker.at(new Step.Move(Transition.finish(worker.id(), State.APPLIED)));
  }

  private static Worker happening(Worker worker) {
    if (!isMove(worker, Transition.Kind.AUTHORIZE)) {
      return worker;
    }
    TransactionRecord record = worker.knowledge().known();
    return worker.at(
        new Step.Move(
            Transition.decide(
                record.id(),
                record.members(),
                record.epoch(),
                record.excluded(),
                Verdict.ALL_APPLIED)));
  }

  private static Worker capturing(Worker worker) {
    if (worker.step() instanceof Step.Move move && Flaws.isCapture(move.transition())) {
      Transition asked = move.transition();
      return worker.at(
          new Step.Move(
              Transition.capture(
                  asked.record().transaction(),
                  asked.epoch().orElseThrow(),
                  List.of(1L, 2L),
                  asked.approvals(),
                  worker.owner())));
    }
    return worker;
  }

  /** What was stamped counts as held by what its members ask by now. */
  private static Worker ranging(Worker before, Worker next) {
    if (!(before.step() instanceof Step.Stamp stamp) || !isDecision(next)) {
      return next;
    }
    Knowledge knowledge = next.knowledge();
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>(knowledge.answers());
    for (Claim claim : knowledge.claims().all()) {
      if (claim instanceof Claim.OfRange range
          && stamp.holds().stream().anyMatch(each -> each.target().equals(claim.target()))) {
        answers.computeIfPresent(range.target(), (target, old) -> Either.right(range.range()));
      }
    }
    return Closing.decide(next.knowing(knowledge.answered(answers, knowledge.held())));
  }

  private static Worker greedy(Worker worker) {
    if (!(worker.step() instanceof Step.Place place)) {
      return worker;
    }
    Map<Target, Claim> whole = new HashMap<>();
    worker.knowledge().claims().all().forEach(claim -> whole.put(claim.target(), claim));
    return worker.at(
        new Step.Place(
            place.claims().stream().map(each -> greedy(each, whole)).toList(),
            place.isOfAll(),
            place.pause()));
  }

  private static Placing greedy(Placing asked, Map<Target, Claim> whole) {
    return asked.claim() instanceof Claim.OfRange range && Store.isReduced(range.range())
        ? new Placing(
            asked.record(),
            asked.epoch(),
            range.of(all(range.range(), range(whole.get(range.target())))))
        : asked;
  }

  static Range range(Claim claim) {
    return claim.ofRange().map(Claim.OfRange::range).orElse(Range.NONE);
  }

  private static Range all(Range reduced, Range sums) {
    return new Range(
        reduced.had().map(had -> Math.min(had, sums.debit())).orElse(reduced.debit()),
        reduced.could().map(could -> Math.min(could, sums.credit())).orElse(reduced.credit()),
        reduced.had(),
        reduced.could());
  }

  /** The ends that another verdict would have. */
  private static Worker settling(Worker next, Function<TransactionRecord, Verdict> by) {
    if (!(next.step() instanceof Step.End end) || end.why() != Step.Why.SETTLE) {
      return next;
    }
    TransactionRecord record = next.knowledge().known();
    TransactionRecord other =
        Flaws.with(record, record.state(), record.excluded(), by.apply(record), record.reason());
    Worker misled = Closing.end(next.knowing(next.knowledge().reading(other)));
    return next.at(misled.step());
  }

  private static Verdict inFull(TransactionRecord record) {
    return new Verdict(
        record.verdict().refused(), record.verdict().left(), record.verdict().unseen(), Map.of());
  }

  /** What leaves is as decided; all that was asked for arrives. */
  private static Worker crediting(Worker next) {
    if (!(next.step() instanceof Step.End end) || end.why() != Step.Why.SETTLE) {
      return next;
    }
    Map<Target, Ending> inFull = new HashMap<>();
    ((Step.End) settling(next, Broken::inFull).step())
        .holds()
        .forEach(ending -> inFull.put(ending.target(), ending));
    List<Ending> mixed =
        end.holds().stream()
            .map(ending -> ending.net() > 0 ? inFull.get(ending.target()) : ending)
            .toList();
    return next.at(new Step.End(mixed, end.why()));
  }

  private static Worker ends(Worker next, Predicate<Ending> kept) {
    if (!(next.step() instanceof Step.End end) || end.why() != Step.Why.SETTLE) {
      return next;
    }
    List<Ending> fewer = end.holds().stream().filter(kept).toList();
    return next.at(new Step.End(fewer, end.why()));
  }

  private static Worker atOneEpoch(Worker next) {
    if (!(next.step() instanceof Step.End end) || end.why() == Step.Why.WITHDRAW) {
      return next;
    }
    Epoch epoch = next.knowledge().known().epoch();
    return next.at(
        new Step.End(
            end.holds().stream()
                .map(
                    each ->
                        each.at().isPresent()
                            ? each
                            : Ending.withdraw(
                                each.record(), each.claim().orElseThrow(), epoch, Optional.empty()))
                .toList(),
            end.why()));
  }

  /** What a worker sees. */
  Event.Seen seen(Actor actor, Event.Seen seen) {
    Worker worker = actor.worker().orElseThrow();
    List<Lookup> changed = new ArrayList<>();
    boolean readsMembers =
        worker.id().isOfMany() && worker.step() instanceof Step.Read read && !read.record();
    for (Lookup lookup : seen.lookups()) {
      changed.add(
          readsMembers
              ? ofMembers(worker, lookup)
              : lookup
                  .member()
                  .map(member -> followed(worker, lookup, member))
                  .orElseGet(() -> ofOne(worker, lookup)));
    }
    return new Event.Seen(changed, seen.stuck());
  }

  private Lookup ofOne(Worker worker, Lookup lookup) {
    return switch (scene.flaw) {
      case CAPTURES_WHAT_IS_NOT_APPROVED, BELIEVES_IT_APPROVED -> changed(lookup, Flaws::approved);
      case TAKES_OVER_WHAT_IS_AUTHORIZED ->
          worker.goal().isOfRecovery()
              ? changed(
                  lookup,
                  record ->
                      record.state() == State.AUTHORIZED ? Flaws.in(State.PENDING, record) : record)
              : lookup;
      case FORGETS_THE_BODY ->
          lookup
              .receipt()
              .filter(receipt -> worker.goal().begins().isPresent())
              .map(
                  receipt ->
                      Lookup.removed(answering(receipt, worker.goal().begins().orElseThrow())))
              .orElse(lookup);
      default -> lookup;
    };
  }

  private static Lookup changed(Lookup lookup, UnaryOperator<TransactionRecord> change) {
    return lookup
        .record()
        .map(record -> Lookup.found(change.apply(record), lookup.unmodifiedFor()))
        .orElse(lookup);
  }

  private static Receipt answering(Receipt receipt, NewRecord asked) {
    return new Receipt(
        receipt.id(),
        BodyDigest.of(asked.members().get(0)),
        receipt.epoch(),
        receipt.reason(),
        receipt.moved(),
        receipt.attempt(),
        receipt.finishedAt());
  }

  private Lookup ofMembers(Worker worker, Lookup lookup) {
    if (scene.lacks(Flaw.TAKES_FOREIGN_BODIES)) {
      return lookup
          .body()
          .map(
              body ->
                  Lookup.found(
                      new MemberDocument(worker.id(), body, Instant.EPOCH),
                      Optional.empty(),
                      Duration.ZERO))
          .orElse(lookup);
    }
    TransactionId id = new TransactionId(lookup.id());
    return scene.lacks(Flaw.DECIDES_FOR_WHAT_IT_LISTS)
            && worker.record().filter(record -> !record.state().isDecided()).isPresent()
        ? Lookup.found(
            new MemberDocument(worker.id(), scene.body(scene.place(id)), Instant.EPOCH),
            Optional.empty(),
            Duration.ZERO)
        : lookup;
  }

  private Lookup followed(Worker worker, Lookup lookup, MemberDocument member) {
    Optional<TransactionRecord> record = lookup.record();
    boolean cancels = worker.goal().kind() == Goal.Kind.CANCEL;
    TransactionRecord dead = NewRecord.tombstone(member.record()).stored(Instant.EPOCH);
    Optional<TransactionRecord> seen =
        switch (scene.flaw) {
          case TAKES_WITHOUT_A_TOMBSTONE -> record.or(() -> Optional.of(dead));
          case TAKES_WHAT_IS_PENDING ->
              record.map(read -> read.state() == State.PENDING && !cancels ? dead : read);
          case TAKES_BEFORE_DONE -> record.map(read -> cancels ? read : done(read));
          case CANCELS_BEFORE_DONE -> record.map(read -> cancels ? done(read) : read);
          case READS_TOMBSTONES_AS_CANCELED ->
              record.map(read -> read.isTombstone() ? canceled(member) : read);
          case ANSWERS_AS_CANCELED ->
              record.map(read -> read.state() == State.CANCELED ? canceled(member) : read);
          case FORGETS_EXCLUSIONS ->
              record.map(
                  read ->
                      read.state().isDecided()
                          ? Flaws.with(read, read.state(), Map.of(), read.verdict(), read.reason())
                          : read);
          default -> record;
        };
    return Lookup.found(member, seen, lookup.unmodifiedFor());
  }

  private static TransactionRecord done(TransactionRecord read) {
    State state =
        read.state() == State.APPLIED
            ? State.DONE
            : read.state() == State.CANCELING ? State.CANCELED : read.state();
    return Flaws.in(state, read);
  }

  private TransactionRecord canceled(MemberDocument member) {
    TransactionRecord begun =
        NewRecord.several(
                member.record(),
                List.of(member.body()),
                false,
                new Owner(Fixtures.APP, Fixtures.token("x")))
            .stored(Instant.EPOCH);
    return Flaws.with(
        begun,
        State.CANCELED,
        Map.of(),
        Verdict.ALL_APPLIED,
        Optional.of(new CancelReason.NeverBegun()));
  }
}
