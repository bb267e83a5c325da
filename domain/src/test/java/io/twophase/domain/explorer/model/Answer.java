package io.twophase.domain.explorer.model;

import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import java.util.List;

/** The events that answers to single messages are, and the one event that a step's answers make. */
public final class Answer {

  private Answer() {}

  public static Event of(boolean matched) {
    return matches(matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
  }

  public static Event matches(MatchOutcome outcome) {
    return new Event.Matches(List.of(outcome));
  }

  public static Event holds(AccountHoldOutcome outcome) {
    return new Event.Holds(List.of(outcome));
  }

  /** What the sender of {@code message} is told when it stops waiting for an answer. */
  public static Event none(Message message) {
    if (message instanceof Message.Insert) {
      return new Event.Inserted(BeginOutcome.IN_DOUBT);
    }
    if (message instanceof Message.Change) {
      return new Event.Moved(MatchOutcome.IN_DOUBT);
    }
    return message instanceof Message.Hold
        ? holds(AccountHoldOutcome.inDoubt())
        : matches(MatchOutcome.IN_DOUBT);
  }

  /** The answers to a step's messages, in their order, as the one event that the step came to. */
  public static Event joined(List<Event> answers) {
    Event first = answers.get(0);
    if (first instanceof Event.Holds) {
      return new Event.Holds(
          answers.stream().flatMap(a -> ((Event.Holds) a).outcomes().stream()).toList());
    }
    if (first instanceof Event.Matches) {
      return new Event.Matches(
          answers.stream().flatMap(a -> ((Event.Matches) a).outcomes().stream()).toList());
    }
    return first;
  }
}
