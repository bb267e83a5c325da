package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Run;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;

/** The decision, and what comes of every change of the record. */
final class Deciding {

  private Deciding() {}

  /** Every target has answered: the run says which members happen. */
  static Worker decide(Worker worker) {
    Verdict verdict = verdict(worker);
    boolean isLost = worker.knowledge().isOne() && !verdict.left().isEmpty();
    // it cannot be left out: what was held is asked for again, at the next epoch
    return isLost ? Reading.acquire(worker) : decide(worker, verdict);
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

  static boolean refuses(Verdict verdict) {
    return !verdict.refused().isEmpty();
  }

  static Worker decide(Worker worker, Verdict verdict) {
    Knowledge knowledge = worker.knowledge();
    TransactionRecord record = knowledge.known();
    boolean waitsForCapture =
        !refuses(verdict)
            && record.only().filter(body -> body.authorization().isPresent()).isPresent();
    Transition decision =
        waitsForCapture
            ? Transition.authorize(record.id(), knowledge.epoch())
            : Transition.decide(
                record.id(), record.members(), knowledge.epoch(), record.excluded(), verdict);
    return worker.at(knowledge.decisionAnswered(false), new Step.Move(decision));
  }

  /**
   * Nothing happens. Of a record of several only the owner of its epoch says so: no other knows for
   * whom nothing is held.
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

  static Worker moved(Worker worker, Transition transition, MatchOutcome outcome) {
    boolean isMatched = outcome == MatchOutcome.MATCHED;
    return switch (transition.kind()) {
      case ACQUIRE ->
          isMatched ? Holding.owned(changed(worker, transition), next(transition)) : reread(worker);
      case DECIDE ->
          isMatched
              ? Closing.decided(changed(worker, transition))
              : undecided(worker, transition, outcome);
      case EXCLUDE ->
          isMatched ? worker.stop(Result.canceled(false, worker.goal().reason())) : reread(worker);
      // in doubt, it is sent again; not matched, another has closed it: the state is the same
      case FINISH ->
          outcome == MatchOutcome.IN_DOUBT ? worker : Closing.finished(changed(worker, transition));
      // the record, when it is read again, says when it expires, and who has approved it
      case AUTHORIZE, APPROVE, FORGET -> reread(worker);
    };
  }

  private static Worker reread(Worker worker) {
    return worker.at(Reading.of(worker.goal()));
  }

  private static Epoch next(Transition acquired) {
    return acquired.epoch().orElseThrow().next();
  }

  private static Worker undecided(Worker worker, Transition decision, MatchOutcome outcome) {
    return worker.at(
        worker
            .knowledge()
            .decisionAnswered(decision.isByRun() && outcome == MatchOutcome.NOT_MATCHED),
        Reading.of(worker.goal()));
  }

  private static Worker changed(Worker worker, Transition transition) {
    TransactionRecord known = worker.knowledge().known();
    return worker.knowing(
        worker.knowledge().reading(transition.change(known, known.lastModified())));
  }
}
