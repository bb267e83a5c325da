package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import io.twophase.domain.transaction.CancelReason;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The worker of a lone transaction waits for the holds of other records. It only ever waits for a
 * document behind all that it holds, in an order that is the same for all workers: so no two
 * workers wait for each other. If it holds a document further on, then it first gives back its
 * holds, under a new epoch: a hold in the epoch of a withdrawal is not safe, because a late
 * withdrawal would take the new hold.
 *
 * @param inOrder whether it has met what others hold, and places its holds in the order since
 * @param busy what it has met last
 * @param backOff what it is giving back meanwhile, if anything
 */
record Waiting(boolean inOrder, Optional<Busy> busy, Optional<BackOff> backOff) {

  static final Waiting NOT_YET = new Waiting(false, Optional.empty(), Optional.empty());

  /** Accounts, whose holds keep nobody out, then documents by their names. */
  private static final Comparator<Claim> ORDER =
      Comparator.comparing(
          claim -> document(claim.target()).orElse(null),
          Comparator.nullsFirst(Comparator.naturalOrder()));

  /**
   * Why a claim has to wait.
   *
   * @param reason of the refusal, if waiting does not help
   * @param blocker a hold that is in the way
   * @param at the target that has that hold
   */
  record Busy(CancelReason reason, Hold blocker, Target at) {
    static Busy of(Claim claim, Answer answer) {
      return new Busy(
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

  List<Claim> sorted(List<Claim> claims) {
    return inOrder ? claims.stream().sorted(ORDER).toList() : claims;
  }

  /** The sorted claims to be placed next: in order, all accounts, then one document at a time. */
  List<Claim> next(List<Claim> sorted) {
    if (!inOrder) {
      return sorted;
    }
    List<Claim> accounts =
        sorted.stream().takeWhile(claim -> document(claim.target()).isEmpty()).toList();
    return accounts.isEmpty() ? sorted.subList(0, 1) : accounts;
  }

  /** Some holds are busy, and none is refused. */
  static Worker on(Worker worker, Busy busy) {
    Knowledge knowledge =
        worker.knowledge().waiting(new Waiting(true, Optional.of(busy), Optional.empty()));
    List<Claim> held = knowledge.heldClaims();
    Target next = Holding.unanswered(knowledge).get(0).target();
    if (isBehind(next, held) && isBehind(busy.at(), held)) {
      return await(worker.knowing(knowledge));
    }
    Waiting giving =
        new Waiting(true, Optional.of(busy), Optional.of(new BackOff(knowledge.epoch(), held)));
    return Reading.acquire(worker.knowing(knowledge.waiting(giving)));
  }

  /** Returns whether the target comes behind all documents of those claims. */
  private static boolean isBehind(Target target, Collection<Claim> held) {
    return held.stream()
        .allMatch(
            claim ->
                document(claim.target())
                    .map(
                        before ->
                            document(target).filter(next -> next.compareTo(before) > 0).isPresent())
                    .orElse(true));
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
    Optional<Busy> busy = worker.knowledge().waiting().busy();
    Knowledge orderly = worker.knowledge().waiting(new Waiting(true, busy, Optional.empty()));
    return Holding.place(
        worker.knowing(orderly),
        orderly.waiting().next(Holding.unanswered(orderly)),
        Step.Pause.behind(busy.orElseThrow().at(), busy.orElseThrow().blocker()));
  }
}
