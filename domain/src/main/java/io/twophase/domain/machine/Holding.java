package io.twophase.domain.machine;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The steps from an owned epoch to the decision: each target is asked for the record's claim. */
final class Holding {

  private Holding() {}

  /**
   * The epoch is this worker's own, and nothing of it is acknowledged yet. What an older epoch has
   * held answers that it is present.
   */
  static Worker enter(Worker worker) {
    return worker.knowledge().waiting().backOff().isDefined()
        ? Waiting.withdraw(worker)
        : goOn(worker);
  }

  /** Asks the targets that have not answered; once all have, it decides. */
  static Worker goOn(Worker worker) {
    List<Claim> unanswered = unanswered(worker.knowledge());
    return unanswered.isEmpty()
        ? Deciding.decide(worker)
        : place(worker, worker.knowledge().waiting().next(unanswered), Step.Pause.NONE);
  }

  /** The claims on targets that have not answered, in the order in which they are placed. */
  static List<Claim> unanswered(Knowledge knowledge) {
    List<Claim> all = knowledge.claims().all();
    List<Claim> rest =
        knowledge.answers().isEmpty()
            ? all
            : all.stream()
                .filter(claim -> !knowledge.answers().containsKey(claim.target()))
                .toList();
    return knowledge.waiting().sorted(rest);
  }

  static Worker place(Worker worker, List<Claim> claims, Step.Pause pause) {
    Knowledge knowledge = worker.knowledge();
    List<Placing> asked = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      asked.add(new Placing(knowledge.id(), knowledge.epoch(), claim));
    }
    return worker.at(new Step.Place(asked, pause));
  }

  static Worker placed(Worker worker, Step.Place step, List<Answer> answers) {
    Replies replies = new Replies(worker, answers.size());
    for (int at = 0; at < answers.size(); at++) {
      replies.add(step.claims().get(at).claim(), answers.get(at));
    }
    return replies.next();
  }

  /** A stamp in doubt is never sent again in this epoch. */
  static Worker stamped(Worker worker, Step.Stamp step, List<MatchOutcome> outcomes) {
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return worker.at(Reading.of(worker.goal()));
    }
    Map<Target, Hold> raised = new HashMap<>();
    for (int at = 0; at < outcomes.size(); at++) {
      Stamping stamping = step.holds().get(at);
      if (outcomes.get(at) == MatchOutcome.MATCHED) {
        raised.put(stamping.target(), stamping.read().at(stamping.epoch()));
      }
    }
    Knowledge knowledge = worker.knowledge();
    Map<Target, Either<CancelReason, Range>> all = new HashMap<>(knowledge.answers());
    Map<Target, Knowledge.Held> held = new LinkedHashMap<>(knowledge.held());
    for (Claim claim : knowledge.claims().all()) {
      for (Hold hold : Option.of(raised.get(claim.target()))) {
        all.put(claim.target(), Either.right(hold.range()));
        held.put(claim.target(), new Knowledge.Held(claim, hold));
      }
    }
    return goOn(worker.knowing(knowledge.answered(all, held)));
  }
}
