package io.twophase.domain.explorer.participant;

import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import java.util.List;

/** The events that answers to single messages are, and the one event that a step's answers make. */
final class Answers {

  private Answers() {}

  static Event matched(boolean matched) {
    return matches(matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
  }

  static Event moved(boolean matched) {
    return new Event.Moved(matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
  }

  private static Event matches(MatchOutcome outcome) {
    return new Event.Matches(List.of(outcome));
  }

  static Event hold(HoldOutcome outcome) {
    return new Event.Holds(List.of(outcome));
  }

  /** That a hold of that message is placed. */
  static Event held(Message message) {
    return hold(
        message instanceof Message.OnAccount
            ? AccountHoldOutcome.held()
            : DocumentHoldOutcome.held());
  }

  /** What the sender of {@code message} is told when it stops waiting for an answer. */
  static Event none(Message message) {
    if (message instanceof Message.Change) {
      return new Event.Moved(MatchOutcome.IN_DOUBT);
    }
    if (!message.isHold()) {
      return matches(MatchOutcome.IN_DOUBT);
    }
    return hold(
        message instanceof Message.OnAccount || message instanceof Message.OnPart
            ? AccountHoldOutcome.inDoubt()
            : DocumentHoldOutcome.inDoubt());
  }

  /** The answers to a step's messages, in their order, as the one event that the step came to. */
  static Event joined(List<Event> answers) {
    Event first = answers.get(0);
    if (first instanceof Event.Holds) {
      return new Event.Holds(answers.stream().map(Answers::outcome).toList());
    }
    if (first instanceof Event.Matches) {
      return new Event.Matches(
          answers.stream().flatMap(a -> ((Event.Matches) a).outcomes().stream()).toList());
    }
    return first;
  }

  /** The outcome of one hold. */
  static HoldOutcome outcome(Event answer) {
    return ((Event.Holds) answer).outcomes().get(0);
  }

  /** Whether another's hold was in the way. */
  static boolean isBusy(Event answer) {
    return answer instanceof Event.Holds && outcome(answer) instanceof DocumentHoldOutcome.Busy;
  }

  /** Whether the hold is placed. */
  static boolean isHeld(Event answer) {
    return answer instanceof Event.Holds && outcome(answer).isHeld();
  }
}
