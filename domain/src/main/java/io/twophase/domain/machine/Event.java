package io.twophase.domain.machine;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.record.Lookup;
import java.util.List;

/** What came of a step. */
public sealed interface Event {
  /** Of the record first, then of each member. */
  record Inserted(List<BeginOutcome> outcomes) implements Event {}

  /** Of moves, takes, stamps and ends, one for each asked. */
  record Matched(List<MatchOutcome> outcomes) implements Event {}

  record Placed(List<Answer> answers) implements Event {}

  /** The record first, where it was asked for. */
  record Seen(List<Lookup> lookups, boolean stuck) implements Event {}

  /**
   * @param impatient only the bound on waiting for others is reached
   */
  record GaveUp(boolean impatient) implements Event {}
}
