package io.twophase.domain.machine;

import static io.twophase.domain.record.Transition.Kind.ACQUIRE;
import static io.twophase.domain.record.Verdict.ALL_APPLIED;
import static io.twophase.domain.transaction.State.AUTHORIZED;
import static io.twophase.domain.transaction.State.PENDING;
import static java.time.Duration.ZERO;
import static java.time.Instant.EPOCH;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
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
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
      case HAPPENS_WHEN_HELD -> happening(next);
      case SETTLES_WHAT_IS_LISTED -> settling(next, record -> ALL_APPLIED);
      case FORGETS_WHAT_THERE_WAS -> settling(next, Broken::inFull);
      case DECIDES_WITH_SOME_CLAIMS ->
          deciding(next, knowledge -> run(knowledge, filled(knowledge)));
      case RUNS_WITHOUT_RANGES ->
          deciding(next, ranging(range -> Range.whole(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2)));
      case REFUSES_BY_WHAT_IS_HELD ->
          deciding(
              next,
              ranging(
                  range ->
                      new Range(
                          range.debit(),
                          range.credit(),
                          range.had().map(had -> range.debit()),
                          range.could().map(could -> range.credit()))));
      case HOLDS_ALL_THERE_IS -> holdingAll(next);
      case REFUSES_BEFORE_MONEY_COMES, MOVES_LESS_BEFORE_MONEY_COMES ->
          deciding(next, Broken::hasty);
      default -> next;
    };
  }

  private static boolean isMove(Worker worker, Transition.Kind kind) {
    return worker.step() instanceof Step.Move move && move.transition().kind() == kind;
  }

  private static boolean isBackingOff(Worker worker) {
    return isMove(worker, ACQUIRE) && worker.knowledge().waiting().backOff().isPresent();
  }

  private static Worker happening(Worker worker) {
    if (!isMove(worker, Transition.Kind.AUTHORIZE)) {
      return worker;
    }
    TransactionRecord record = worker.knowledge().known();
    return worker.at(
        new Step.Move(
            Transition.decide(
                record.id(), record.members(), record.epoch(), record.excluded(), ALL_APPLIED)));
  }

  /** A reduced debit takes all that there was, not only what the run can use of it. */
  private static Worker holdingAll(Worker worker) {
    return worker.step() instanceof Step.Place place
        ? worker.at(
            new Step.Place(
                place.claims().stream()
                    .map(
                        asked ->
                            asked.claim() instanceof Claim.OfRange claim
                                ? new Placing(
                                    asked.record(),
                                    asked.epoch(),
                                    new Claim.OfRange(
                                        claim.target(),
                                        claim.scale(),
                                        all(claim.range()),
                                        claim.open()))
                                : asked)
                    .toList(),
                place.isOfAll(),
                place.pause()))
        : worker;
  }

  private static Range all(Range range) {
    return new Range(range.had().orElse(range.debit()), range.credit(), range.had(), range.could());
  }

  /** The ends that another verdict would have. */
  private static Worker settling(Worker next, Function<TransactionRecord, Verdict> by) {
    if (!(next.step() instanceof Step.End end) || end.why() != Step.Why.SETTLE) {
      return next;
    }
    TransactionRecord record = next.knowledge().known();
    TransactionRecord other = Copies.with(record, "verdict", by.apply(record));
    Worker misled = Closing.end(next.knowing(next.knowledge().reading(other)));
    return next.at(misled.step());
  }

  private static Verdict inFull(TransactionRecord record) {
    return Copies.with(record.verdict(), "moved", Map.of());
  }

  /** A decision by another verdict than the run comes to. */
  private static Worker deciding(Worker next, Function<Knowledge, Verdict> verdict) {
    return next.step() instanceof Step.Move move && move.transition().isByRun()
        ? Closing.decide(next, next.knowledge(), verdict.apply(next.knowledge()))
        : next;
  }

  private static Verdict run(
      Knowledge knowledge, Map<Target, Either<CancelReason, Range>> answers) {
    return run(knowledge, knowledge.known().members(), answers);
  }

  private static Verdict run(
      Knowledge knowledge,
      List<TransactionId> order,
      Map<Target, Either<CancelReason, Range>> answers) {
    TransactionRecord record = knowledge.known();
    return Run.of(order, knowledge.named(), record.excluded().keySet(), record.inOrder(), answers);
  }

  private static Function<Knowledge, Verdict> ranging(UnaryOperator<Range> change) {
    return knowledge -> {
      Map<Target, Either<CancelReason, Range>> changed = new HashMap<>();
      knowledge.answers().forEach((target, answer) -> changed.put(target, answer.map(change)));
      return run(knowledge, changed);
    };
  }

  private static Map<Target, Either<CancelReason, Range>> filled(Knowledge knowledge) {
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>(knowledge.answers());
    knowledge
        .claims()
        .all()
        .forEach(claim -> answers.putIfAbsent(claim.target(), Either.right(range(claim))));
    return answers;
  }

  private static Range range(Claim claim) {
    return claim.ofRange().map(Claim.OfRange::range).orElse(Range.NONE);
  }

  /** Each that is left out is run as if no other was. */
  private static Verdict hasty(Knowledge knowledge) {
    Verdict faithful = run(knowledge, knowledge.answers());
    Verdict verdict = faithful;
    for (TransactionId id : faithful.left()) {
      List<TransactionId> order =
          knowledge.known().members().stream()
              .filter(other -> other.equals(id) || !faithful.left().contains(other))
              .toList();
      Verdict alone = run(knowledge, order, knowledge.answers());
      Map<TransactionId, CancelReason> refused = new LinkedHashMap<>(verdict.refused());
      alone.refused().forEach(refused::putIfAbsent);
      Map<TransactionId, List<Long>> moved = new LinkedHashMap<>(verdict.moved());
      alone.moved().forEach(moved::putIfAbsent);
      Set<TransactionId> left = new LinkedHashSet<>(verdict.left());
      if (!alone.left().contains(id)) {
        left.remove(id);
      }
      verdict = new Verdict(refused, left, verdict.unseen(), moved);
    }
    return verdict;
  }

  /** What a worker sees. */
  Event.Seen seen(Actor actor, Event.Seen seen) {
    Worker worker = actor.atWork();
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
                  record -> record.state() == AUTHORIZED ? Flaws.in(PENDING, record) : record)
              : lookup;
      case FORGETS_THE_BODY ->
          lookup
              .receipt()
              .filter(receipt -> worker.goal().begins().isPresent())
              .map(
                  receipt ->
                      Lookup.removed(
                          Copies.with(
                              receipt, "digest", asked(worker.goal().begins().orElseThrow()))))
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

  private static BodyDigest asked(NewRecord begins) {
    return BodyDigest.of(begins.members().get(0));
  }

  private Lookup ofMembers(Worker worker, Lookup lookup) {
    return lookup
        .body()
        .filter(body -> scene.lacks(Flaw.TAKES_FOREIGN_BODIES))
        .map(
            body ->
                Lookup.found(new MemberDocument(worker.id(), body, EPOCH), Optional.empty(), ZERO))
        .orElse(lookup);
  }

  private Lookup followed(Worker worker, Lookup lookup, MemberDocument member) {
    Optional<TransactionRecord> record = lookup.record();
    boolean cancels = worker.goal().kind() == Goal.Kind.CANCEL;
    TransactionRecord dead = NewRecord.tombstone(member.record()).stored(EPOCH);
    Optional<TransactionRecord> seen =
        switch (scene.flaw) {
          case TAKES_WITHOUT_A_TOMBSTONE -> record.or(() -> Optional.of(dead));
          case TAKES_BEFORE_DONE -> record.map(read -> cancels ? read : done(read));
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
}
