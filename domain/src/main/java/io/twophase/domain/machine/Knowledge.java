package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The knowledge of a worker so far.
 *
 * @param record as it was read last, or as this worker has left it
 * @param named the members whose documents were seen to name the record
 * @param unheld what the targets at which nothing is held have come to, at the epoch that is owned:
 *     why the target refuses, or a range of nothing
 * @param held what is acknowledged as held or stamped, at that epoch
 * @param owned the last epoch that was this worker's own, as long as it matters
 * @param isDecisionAnswered whether the store has said that a decision of that epoch did not match
 * @param progress of the worker's run
 * @param waiting how it deals with what others hold
 */
record Knowledge(
    Optional<TransactionRecord> record,
    Map<TransactionId, Member> named,
    Map<Target, Either<CancelReason, Range>> unheld,
    Map<Target, Held> held,
    Optional<Epoch> owned,
    boolean isDecisionAnswered,
    Progress progress,
    Waiting waiting) {

  /** A claim, and the hold that was acknowledged for it. */
  record Held(Claim claim, Hold hold) {

    /** The end of a hold in which each claiming member moves all that it asks for. */
    private Ending settled(RecordId record) {
      Range range = hold.range();
      long net = range.credit() - range.debit();
      return Ending.settle(record, claim, hold.epoch(), net, Optional.of(hold));
    }
  }

  /**
   * The progress of a worker's run.
   *
   * @param wasThere whether its transaction's id was seen to be taken
   * @param fencedAt the epoch at which another overtook this worker, if one did
   * @param foundDecided whether it was decided before this worker had any part in it
   * @param elsewhere the result of a transaction that another record has decided and not ended
   * @param end how the run ended for the whole, once it has
   */
  record Progress(
      boolean wasThere,
      Optional<Epoch> fencedAt,
      boolean foundDecided,
      Optional<Result> elsewhere,
      Optional<Result> end) {

    private static final Progress NONE =
        new Progress(false, Optional.empty(), false, Optional.empty(), Optional.empty());

    private Progress seen(boolean isThere, Optional<Epoch> fenced, boolean isDecided) {
      return new Progress(isThere, fenced, isDecided, elsewhere, end);
    }

    private Progress with(Optional<Result> ofOther, Optional<Result> ofWhole) {
      return new Progress(wasThere, fencedAt, foundDecided, ofOther, ofWhole);
    }
  }

  static final Knowledge NOTHING = of(Progress.NONE);

  private static Knowledge of(Progress progress) {
    return new Knowledge(
        Optional.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        false,
        progress,
        Waiting.NOT_YET);
  }

  /** Nothing but what other records say: what it knew is of no record any more. */
  Knowledge afresh() {
    return of(
        new Progress(
            true, Optional.empty(), progress.foundDecided, progress.elsewhere, Optional.empty()));
  }

  Knowledge reading(TransactionRecord read) {
    return new Knowledge(
        Optional.of(read), named, unheld, held, owned, isDecisionAnswered, progress, waiting);
  }

  /** The worker's transition has changed the record. */
  Knowledge changed(Transition transition) {
    TransactionRecord known = known();
    return reading(known.after(transition, known.lastModified()));
  }

  Knowledge naming(Map<TransactionId, Member> members) {
    return new Knowledge(
        record, members, unheld, held, owned, isDecisionAnswered, progress, waiting);
  }

  /** The only member of the record names it, unless it only keeps its id. */
  Knowledge namingOnly() {
    NewTransaction body = known().only().orElseThrow();
    return naming(body.isTombstone() ? Map.of() : Map.of(body.id(), Member.of(body)));
  }

  /** The worker owns the record's epoch now: nothing of it is acknowledged yet. */
  Knowledge owning() {
    return owning(Optional.of(known().epoch()));
  }

  Knowledge disowned() {
    return owning(Optional.empty());
  }

  private Knowledge owning(Optional<Epoch> epoch) {
    return new Knowledge(record, named, Map.of(), Map.of(), epoch, false, progress, waiting);
  }

  Knowledge answered(
      Map<Target, Either<CancelReason, Range>> refused, Map<Target, Held> acknowledged) {
    return new Knowledge(
        record, named, refused, acknowledged, owned, isDecisionAnswered, progress, waiting);
  }

  Knowledge decisionAnswered(boolean isAnswered) {
    return new Knowledge(record, named, unheld, held, owned, isAnswered, progress, waiting);
  }

  Knowledge waiting(Waiting newWaiting) {
    return new Knowledge(
        record, named, unheld, held, owned, isDecisionAnswered, progress, newWaiting);
  }

  private Knowledge with(Progress newProgress) {
    return new Knowledge(
        record, named, unheld, held, owned, isDecisionAnswered, newProgress, waiting);
  }

  Knowledge taken() {
    return with(progress.seen(true, progress.fencedAt, progress.foundDecided));
  }

  Knowledge fenced(Epoch at) {
    return with(progress.seen(progress.wasThere, Optional.of(at), progress.foundDecided));
  }

  Knowledge decidedBefore() {
    return with(progress.seen(progress.wasThere, progress.fencedAt, true));
  }

  Knowledge decidedElsewhere(Result result) {
    return with(progress.with(Optional.of(result), progress.end));
  }

  Knowledge ending(Result result) {
    return with(progress.with(progress.elsewhere, Optional.of(result)));
  }

  /** The result of the whole record, as far as it is certain. */
  Optional<Result> result() {
    if (progress.end.isPresent()) {
      return progress.end;
    }
    return progress.elsewhere.isPresent()
        ? progress.elsewhere
        : record.filter(TransactionRecord::isDecided).map(Closing::whole);
  }

  /** Returns whether the result of the whole is that of every member: nothing says otherwise. */
  boolean isSameForAll() {
    return (record.filter(TransactionRecord::areAllApplied).isPresent() && areAllNamed())
        || record.filter(TransactionRecord::isDecided).isEmpty();
  }

  TransactionRecord known() {
    return record.orElseThrow();
  }

  RecordId id() {
    return known().id();
  }

  Epoch epoch() {
    return owned.orElseThrow();
  }

  boolean isOne() {
    return !id().isOfMany();
  }

  /** The members that are named, in the record's order. */
  List<Member> members() {
    return named(known().members());
  }

  /** The members that happen, in the record's order. */
  List<Member> applied() {
    return named(known().applied());
  }

  private List<Member> named(List<TransactionId> ids) {
    List<Member> members = new ArrayList<>(named.size());
    for (TransactionId id : ids) {
      Member member = named.get(id);
      if (member != null) {
        members.add(member);
      }
    }
    return members;
  }

  /** The listed members that are not named, in their order. */
  List<TransactionId> unnamed() {
    return known().members().stream().filter(id -> !named.containsKey(id)).toList();
  }

  /**
   * The claims of the members that take part: that are named, and not excluded. In order, a member
   * behind an unseen one is left out whatever it would hold, so it claims nothing: its hold could
   * only keep funds from the earlier member's record.
   */
  Claims claims() {
    List<Member> part = new ArrayList<>(named.size());
    boolean isNobodyExcluded = known().excluded().isEmpty();
    for (TransactionId id : known().members()) {
      if (isNobodyExcluded || !known().excluded().containsKey(id)) {
        Member member = named.get(id);
        if (member != null) {
          part.add(member);
        } else if (known().inOrder()) {
          break;
        }
      }
    }
    return Claims.of(part, !isOne());
  }

  /**
   * The answers of targets, at the epoch that is owned: the range that is held, of an operation
   * that is held as a whole {@link Range#NONE}, or why the target refuses.
   */
  Map<Target, Either<CancelReason, Range>> answers() {
    Map<Target, Either<CancelReason, Range>> all = new HashMap<>(unheld);
    held.forEach((target, each) -> all.put(target, Either.right(each.hold.range())));
    return all;
  }

  /** Those of the targets that have not answered, in their order. */
  List<Target> unanswered(List<Target> targets) {
    return targets.stream()
        .filter(target -> !held.containsKey(target) && !unheld.containsKey(target))
        .toList();
  }

  /** Returns whether no target has answered, and all are asked at once. */
  boolean asksAllAtOnce() {
    return held.isEmpty() && unheld.isEmpty() && waiting.met.isEmpty();
  }

  boolean areAllNamed() {
    return named.size() == known().members().size();
  }

  /** Returns whether all members take part: every one is named, and none is excluded. */
  boolean isNobodyMissing() {
    return areAllNamed() && known().excluded().isEmpty();
  }

  /** The claims that are acknowledged as held, in the order of their acknowledgements. */
  List<Claim> heldClaims() {
    return held.values().stream().map(Held::claim).toList();
  }

  /** Returns whether no hold was asked for less than its members claim. */
  boolean isHeldInFull() {
    boolean isWhole = true;
    for (Held each : held.values()) {
      isWhole &= each.hold.range().isWhole();
    }
    return isWhole;
  }

  /** The ends of the acknowledged holds, all of which were asked for and are applied in full. */
  List<Ending> settledInFull() {
    RecordId id = id();
    List<Ending> ends = new ArrayList<>(held.size());
    held.values().forEach(each -> ends.add(each.settled(id)));
    return ends;
  }

  /** The claims of all members that are named: what this record may hold, at whatever epoch. */
  List<Claim> allClaims() {
    return Claims.of(members(), !isOne()).all();
  }

  /**
   * Returns whether every member that may have a hold is known: a member that the decision names as
   * unseen has none.
   */
  boolean knowsAllHolders() {
    return isOne()
        || areAllNamed()
        || unnamed().stream().allMatch(known().verdict().unseen()::contains);
  }

  /**
   * The worker of a lone transaction waits for the holds of other records. It only ever waits for a
   * document behind all that it holds, in an order that is the same for all workers: so no two
   * workers wait for each other. If it holds a document further on, then it first gives back its
   * holds, under a new epoch: a hold in the epoch of a withdrawal is not safe, because a late
   * withdrawal would take the new hold.
   *
   * <p>The worker asks in one call for all targets, in that order, up to the next at which it has
   * found holds of others: one target after another, fifty documents would be fifty calls. If the
   * worker finds others at a target before that, it gives back once more, and that target counts
   * from then on: so a worker gives back at most once for each target that it asks.
   *
   * @param met the targets at which the worker has found holds of others
   * @param busy what it waits for, or has waited for last
   * @param backOff what it is giving back meanwhile, if anything
   */
  record Waiting(Set<Target> met, Optional<Busy> busy, Optional<BackOff> backOff) {

    static final Waiting NOT_YET = new Waiting(Set.of(), Optional.empty(), Optional.empty());

    /** Accounts, whose holds keep nobody out, then documents by their names. */
    private static final Comparator<Target> ORDER =
        Comparator.comparing(
            target -> document(target).orElse(null),
            Comparator.nullsFirst(Comparator.naturalOrder()));

    /**
     * Why a claim has to wait.
     *
     * @param asked the target of the claim
     * @param reason of the refusal, if waiting does not help
     * @param blocker a hold that is in the way
     * @param at the target that has that hold
     */
    record Busy(Target asked, CancelReason reason, Hold blocker, Target at) {
      static Busy of(Claim claim, Answer answer) {
        return new Busy(
            claim.target(),
            answer.reason().orElseThrow(),
            answer.hold().orElseThrow(),
            answer.elsewhere().orElse(claim.target()));
      }
    }

    /**
     * The holds that the worker gives back.
     *
     * @param dead the epoch at which it is held
     * @param held the claims
     */
    record BackOff(Epoch dead, List<Claim> held) {}

    /** The targets to be asked next: in order, up to the first that is met. */
    List<Target> next(List<Target> unanswered) {
      if (met.isEmpty()) {
        return unanswered;
      }
      List<Target> ordered = unanswered.stream().sorted(ORDER).toList();
      long before = ordered.stream().takeWhile(target -> !met.contains(target)).count();
      return ordered.stream().limit(before + 1).toList();
    }

    /**
     * Some holds are busy, and none is refused. The worker waits for the first of them. A record
     * that is in the way at several targets is likely to leave them together, so only the first of
     * these is met.
     */
    static Worker on(Worker worker, List<Busy> busy) {
      List<Busy> ordered = busy.stream().sorted(Comparator.comparing(Busy::asked, ORDER)).toList();
      Set<Target> met = new HashSet<>(worker.knowledge().waiting().met());
      Set<RecordId> inTheWay = new HashSet<>();
      ordered.stream()
          .filter(each -> inTheWay.add(each.blocker().record()))
          .map(Busy::asked)
          .forEach(met::add);
      Busy first = ordered.get(0);
      Waiting waiting = new Waiting(Set.copyOf(met), Optional.of(first), Optional.empty());
      Knowledge knowledge = worker.knowledge().waiting(waiting);
      List<Claim> held = knowledge.heldClaims();
      Target next = Holding.next(knowledge).get(0).target();
      if (isBehind(next, held) && isBehind(first.at(), held)) {
        return await(worker.knowing(knowledge));
      }
      BackOff given = new BackOff(knowledge.epoch(), held);
      return Reading.acquire(worker.knowing(knowledge.waiting(waiting.with(Optional.of(given)))));
    }

    Waiting with(Optional<BackOff> given) {
      return new Waiting(met, busy, given);
    }

    /** Returns whether the target comes behind all documents of those claims. */
    private static boolean isBehind(Target target, Collection<Claim> held) {
      return held.stream()
          .map(Claim::target)
          .allMatch(before -> document(before).isEmpty() || ORDER.compare(before, target) < 0);
    }

    private static Optional<DocumentRef> document(Target target) {
      return target.fold(account -> Optional.empty(), Optional::of);
    }

    /** The worker has left the epoch at which it held. */
    static Worker withdraw(Worker worker) {
      BackOff given = worker.knowledge().waiting().backOff().orElseThrow();
      return worker.at(
          new Step.End(
              given.held().stream()
                  .map(claim -> Ending.withdraw(worker.id(), claim, given.dead(), Optional.empty()))
                  .toList(),
              Step.Why.WITHDRAW));
    }

    /** Returns whether what was withdrawn is what was given back, and the worker goes on. */
    static boolean isGivenBack(Knowledge knowledge) {
      return knowledge
          .waiting()
          .backOff()
          .filter(
              given -> knowledge.owned().filter(epoch -> given.dead().olderThan(epoch)).isPresent())
          .isPresent();
    }

    /** The worker holds nothing that another worker waits for, and waits for its turn. */
    static Worker await(Worker worker) {
      Waiting waiting = worker.knowledge().waiting().with(Optional.empty());
      Busy busy = waiting.busy().orElseThrow();
      Knowledge orderly = worker.knowledge().waiting(waiting);
      return Holding.place(
          worker.knowing(orderly),
          Holding.next(orderly),
          false,
          Step.Pause.behind(busy.at(), busy.blocker()));
    }
  }
}
