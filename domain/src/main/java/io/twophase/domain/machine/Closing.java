package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.machine.Knowledge.Waiting;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The decision, what comes of every change of the record, and the steps from the decision to the
 * end.
 */
final class Closing {

  private Closing() {}

  /** Every target has answered: the run says which members happen. */
  static Worker decide(Worker worker) {
    Verdict verdict = verdict(worker);
    boolean isLost = worker.knowledge().isOne() && !verdict.left().isEmpty();
    // it cannot be left out: what was held is asked for again, at the next epoch
    return isLost ? Reading.acquire(worker) : decide(worker, worker.knowledge(), verdict);
  }

  /** The verdict of the run by the answers so far. */
  static Verdict verdict(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    TransactionRecord record = knowledge.known();
    return Run.of(
        record.members(),
        knowledge.named(),
        record.excluded().keySet(),
        record.inOrder(),
        knowledge.answers());
  }

  static Worker decide(Worker worker, Knowledge knowledge, Verdict verdict) {
    TransactionRecord record = knowledge.known();
    boolean waitsForCapture =
        verdict.refused().isEmpty()
            && record.only().filter(body -> body.authorization().isPresent()).isPresent();
    Transition decision =
        waitsForCapture
            ? Transition.authorize(record.id(), knowledge.epoch())
            : Transition.decide(
                record.id(), record.members(), knowledge.epoch(), record.excluded(), verdict);
    return worker.at(knowledge.decisionAnswered(false), new Step.Move(decision));
  }

  /**
   * Nothing happens. If the record is of several, then only the owner of its epoch says so: no
   * other knows for whom nothing is held.
   */
  static Worker cancel(Worker worker, CancelReason reason) {
    Knowledge knowledge = worker.knowledge();
    return worker.at(
        new Step.Move(
            Transition.cancel(
                knowledge.known(),
                reason,
                worker.owner(),
                knowledge.isOne() ? java.util.List.of() : knowledge.unnamed())));
  }

  /** Nothing happens, for the reason of who asked for that. */
  static Worker cancel(Worker worker) {
    return cancel(worker, worker.goal().reason().orElseThrow());
  }

  static Worker moved(Worker worker, Transition transition, MatchOutcome outcome) {
    boolean isMatched = outcome == MatchOutcome.MATCHED;
    return switch (transition.kind()) {
      case ACQUIRE -> isMatched ? Holding.owned(changed(worker, transition)) : reread(worker);
      case DECIDE ->
          isMatched ? decided(changed(worker, transition)) : undecided(worker, transition, outcome);
      case EXCLUDE ->
          isMatched ? worker.stop(Result.canceled(false, worker.goal().reason())) : reread(worker);
      // in doubt, it is sent again; not matched, another has closed it: the state is the same
      case FINISH ->
          outcome == MatchOutcome.IN_DOUBT ? worker : finished(changed(worker, transition));
      // the record, when it is read again, says when it expires, and who has approved it
      case AUTHORIZE, APPROVE, FORGET -> reread(worker);
    };
  }

  private static Worker reread(Worker worker) {
    return worker.at(Reading.of(worker.goal()));
  }

  private static Worker undecided(Worker worker, Transition decision, MatchOutcome outcome) {
    return worker.at(
        worker
            .knowledge()
            .decisionAnswered(decision.isByRun() && outcome == MatchOutcome.NOT_MATCHED),
        Reading.of(worker.goal()));
  }

  private static Worker changed(Worker worker, Transition transition) {
    return worker.knowing(worker.knowledge().changed(transition));
  }

  /**
   * The record is decided. The worker that ends its holds has to know all members that may hold
   * something: if one is missing, its document is read first.
   */
  static Worker decided(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    if (knowledge.known().state().isFinal()) {
      return worker.stop(whole(knowledge.known()));
    }
    return knowledge.knowsAllHolders()
        ? end(worker)
        : worker.at(Reading.members(knowledge, Step.Pause.NONE));
  }

  /**
   * A document that is still missing was read too early; or the record has ended meanwhile, and the
   * member was removed: the record says which.
   */
  static Worker membersSeen(Worker worker) {
    return worker.knowledge().knowsAllHolders()
        ? end(worker)
        : worker.at(Reading.of(worker.goal(), Step.Pause.until(worker.id())));
  }

  /**
   * A worker that decided the record at the first epoch knows the holds; any other worker asks the
   * targets of every member, for an earlier owner may have held them. A member that happens is held
   * at the decided epoch. A target on which nothing happens gives back a hold of any epoch.
   */
  static Worker end(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    TransactionRecord record = knowledge.known();
    boolean isApplied = record.state() == State.APPLIED;
    boolean isMine = knowledge.owned().equals(Optional.of(record.epoch()));
    boolean isKnown = isApplied && isMine && record.epoch().equals(Epoch.FIRST);
    if (isKnown && record.areAllApplied() && knowledge.isHeldInFull()) {
      return worker.at(new Step.End(knowledge.settledInFull(), Step.Why.SETTLE));
    }
    List<Claim> claims = isKnown ? knowledge.heldClaims() : knowledge.allClaims();
    List<Member> applied = knowledge.applied();
    Map<Target, Long> nets = Claims.nets(applied, record.verdict());
    List<Ending> ends = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      Target target = claim.target();
      Long net = nets.get(target);
      ends.add(
          net == null
              ? Ending.release(record.id(), claim)
              : Ending.settle(
                  record.id(),
                  claim,
                  record.epoch(),
                  net,
                  Optional.ofNullable(isMine ? knowledge.held().get(target) : null)
                      .map(Knowledge.Held::hold)));
    }
    return ends.isEmpty()
        ? finish(worker)
        : worker.at(new Step.End(ends, isApplied ? Step.Why.SETTLE : Step.Why.RELEASE));
  }

  private static Worker finish(Worker worker) {
    TransactionRecord record = worker.knowledge().known();
    return worker.at(new Step.Move(Transition.finish(record.id(), record.state())));
  }

  /** Withdraws the worker's own holds of an epoch that is over. */
  static Worker withdraw(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    List<Ending> ends =
        knowledge.allClaims().stream()
            .map(claim -> Ending.withdraw(worker.id(), claim, knowledge.epoch(), Optional.empty()))
            .toList();
    return ends.isEmpty() ? withdrawn(worker) : worker.at(new Step.End(ends, Step.Why.WITHDRAW));
  }

  /** An end in doubt is sent again as it is; a count of 0 says that it has been done. */
  static Worker ended(Worker worker, Step.End step, List<MatchOutcome> outcomes) {
    List<Ending> left = new ArrayList<>();
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.IN_DOUBT) {
        left.add(step.holds().get(at));
      }
    }
    if (!left.isEmpty()) {
      return worker.at(new Step.End(left, step.why()));
    }
    return switch (step.why()) {
      case SETTLE, RELEASE -> finish(worker);
      case WITHDRAW ->
          Waiting.isGivenBack(worker.knowledge()) ? Waiting.await(worker) : withdrawn(worker);
    };
  }

  /** The worker has no holds of its own any more: from now on it works as any other. */
  private static Worker withdrawn(Worker worker) {
    return worker.at(worker.knowledge().disowned(), Reading.of(worker.goal()));
  }

  private static Worker finished(Worker worker) {
    return worker.stop(worker.result().orElseThrow());
  }

  /** The result of a decided record: of its only member, or of the record of several as a whole. */
  static Result whole(TransactionRecord record) {
    State state = record.state();
    if (record.only().isPresent()) {
      return Result.of(record.fate(record.members().get(0)).orElse(Fate.APPLIED), state.isFinal());
    }
    return state.isApplied()
        ? Result.applied(state.isFinal(), List.of())
        : Result.canceled(state.isFinal(), record.reason());
  }
}
