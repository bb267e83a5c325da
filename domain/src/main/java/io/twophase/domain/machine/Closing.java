package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Fate;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps from the decision to the end. */
final class Closing {

  private Closing() {}

  /**
   * The record is decided. Who ends its holds has to know all members that may hold something: if
   * one is missing, its document is read first.
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
   * targets of every member, for an earlier owner may have held them. What happens is held at the
   * decided epoch. A target on which nothing happens gives back a hold of any epoch.
   */
  static Worker end(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    TransactionRecord record = knowledge.known();
    boolean isApplied = record.state() == State.APPLIED;
    boolean isMine = knowledge.owned().equals(Optional.of(record.epoch()));
    List<Claim> claims =
        isApplied && isMine && record.epoch().equals(Epoch.FIRST)
            ? knowledge.heldClaims()
            : knowledge.allClaims();
    List<Member> applied = knowledge.applied();
    Map<Target, Long> nets = Claims.nets(applied, record.verdict());
    Map<Target, DocumentOperation> deeds = Claims.deeds(applied);
    List<Ending> ends = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      Target target = claim.target();
      boolean isDone = nets.containsKey(target) || deeds.containsKey(target);
      ends.add(
          isDone
              ? Ending.settle(
                  record.id(),
                  claim,
                  record.epoch(),
                  nets.getOrDefault(target, 0L),
                  Optional.ofNullable(isMine ? knowledge.held().get(target) : null)
                      .map(Knowledge.Held::hold))
              : Ending.release(record.id(), claim));
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

  static Worker finished(Worker worker) {
    return worker.stop(whole(worker.knowledge().known()));
  }

  /** The result of a decided record: of its only member, or of the record of several as a whole. */
  static Result whole(TransactionRecord record) {
    boolean isFinished = record.state().isFinal();
    if (!record.id().isOfMany()) {
      return Result.of(record.fate(record.members().get(0)).orElse(Fate.APPLIED), isFinished);
    }
    return record.state() == State.APPLIED || record.state() == State.DONE
        ? Result.applied(isFinished, List.of())
        : Result.canceled(isFinished, record.reason());
  }
}
