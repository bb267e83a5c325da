package io.twophase.domain.explorer.participant;

import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** Drivers of workers that each leave out one of the rules of docs/PROTOCOL.md. */
final class BrokenDrivers {

  /** Rule 1: decides when the first of the holds is acknowledged. */
  static final Driver DECIDES_WITHOUT_ALL_HOLDS =
      waiting ->
          isHolding(waiting) && any(waiting, Answers::isHeld)
              ? waiting.feed(allHeld(waiting))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 4: sends a hold again in the same epoch when it got no answer. */
  static final Driver HOLDS_AGAIN_IN_THE_SAME_EPOCH =
      waiting ->
          isHolding(waiting) && waiting.timedOut()
              ? waiting.goOn(waiting.worker(), waiting.unanswered())
              : Driver.FAITHFUL.react(waiting);

  /** Rule 5: withdraws the holds of an epoch at which the record can still be decided. */
  static final Driver WITHDRAWS_WHAT_IS_ALIVE =
      waiting ->
          waiting.worker().step() instanceof Step.Move move
                  && move.transition() instanceof Transition.Decide decide
                  && waiting.worker().goal() instanceof Goal.Run
                  && waiting.timedOut()
              ? Driver.FAITHFUL
                  .react(waiting)
                  .map(reaction -> alsoWithdrawing(waiting, decide, reaction))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 6: finishes when the first of the settles is acknowledged. */
  static final Driver FINISHES_EARLY =
      waiting ->
          waiting.worker().step() instanceof Step.Settle
                  && any(waiting, Answers.matched(true)::equals)
              ? waiting.feed(
                  new Event.Matches(
                      Collections.nCopies(waiting.sent().size(), MatchOutcome.MATCHED)))
              : Driver.FAITHFUL.react(waiting);

  /** Rule 9: takes any answer to a hold for one that says that it is placed. */
  static final Driver COUNTS_NOTHING =
      waiting ->
          isHolding(waiting) && waiting.isAnswered()
              ? waiting.feed(allHeld(waiting))
              : Driver.FAITHFUL.react(waiting);

  /** Keeps what it holds while it waits for any document, in whatever order. */
  static final Driver WAITS_IN_ANY_ORDER =
      waiting ->
          any(waiting, Answers::isBusy)
              ? Option.some(
                  new Driver.Reaction(
                      waiting.worker(), waiting.sent(), withoutBusy(waiting), List.of()))
              : Driver.FAITHFUL.react(waiting);

  /** Withdraws what it holds when something is busy, and holds again, all in one epoch. */
  static final Driver BACKS_OFF_IN_THE_SAME_EPOCH =
      waiting -> {
        if (!isHolding(waiting)) {
          return Driver.FAITHFUL.react(waiting);
        }
        if (waiting.sent().get(0) instanceof Message.Withdraw) {
          return waiting.timedOut()
              ? waiting.send(waiting.unanswered())
              : Option.when(waiting.isAnswered(), waiting)
                  .flatMap(back -> back.goOn(back.worker(), List.of()));
        }
        List<Message> held = withdrawals(waiting);
        return waiting.isAnswered() && any(waiting, Answers::isBusy) && !held.isEmpty()
            ? waiting.send(held)
            : Driver.FAITHFUL.react(waiting);
      };

  private BrokenDrivers() {}

  private static boolean isHolding(Driver.Waiting waiting) {
    return waiting.worker().step() instanceof Step.Holding;
  }

  private static boolean any(Driver.Waiting waiting, Predicate<Event> wanted) {
    return waiting.answers().stream().anyMatch(answer -> answer.exists(wanted));
  }

  private static Event allHeld(Driver.Waiting waiting) {
    return Answers.joined(waiting.sent().stream().map(Answers::held).toList());
  }

  private static List<Option<Event>> withoutBusy(Driver.Waiting waiting) {
    return waiting.answers().stream()
        .map(answer -> answer.filter(event -> !Answers.isBusy(event)))
        .toList();
  }

  private static List<Message> withdrawals(Driver.Waiting waiting) {
    List<Message> withdrawals = new ArrayList<>();
    for (int at = 0; at < waiting.sent().size(); at++) {
      if (waiting.answers().get(at).exists(Answers::isHeld)) {
        Message.OnDocument hold = (Message.OnDocument) waiting.sent().get(at);
        withdrawals.add(new Message.Withdraw(HeldDocument.of(hold.leg())));
      }
    }
    return withdrawals;
  }

  private static Driver.Reaction alsoWithdrawing(
      Driver.Waiting waiting, Transition.Decide decide, Driver.Reaction reaction) {
    List<Message> late = new ArrayList<>(reaction.late());
    Goal.Run run = (Goal.Run) waiting.worker().goal();
    for (Operation operation : run.body().operations()) {
      late.add(
          Message.of(Verb.WITHDRAW, waiting.home(), waiting.worker(), decide.epoch(), operation));
    }
    return new Driver.Reaction(reaction.worker(), reaction.sent(), reaction.answers(), late);
  }
}
