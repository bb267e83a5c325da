package io.twophase.domain.machine;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import java.util.List;

/** The result of a step. */
public sealed interface Event {

  /**
   * The store has answered an insert.
   *
   * @param outcomes of the record first, then of each member of a record of several
   */
  record Inserted(List<BeginOutcome> outcomes) implements Event {}

  /**
   * The store has answered a move, takes, stamps or ends.
   *
   * @param outcomes one for each that was asked, in their order
   */
  record Matched(List<MatchOutcome> outcomes) implements Event {}

  /**
   * Targets have answered requests for holds.
   *
   * @param answers one for each, in their order
   */
  record Placed(List<Answer> answers) implements Event {}

  /**
   * The store has answered a read.
   *
   * @param lookups of the record first, where that was asked for, then of each member
   * @param stuck whether a pending record is unmodified for so long, or its owner so silent, that
   *     the owner counts as dead; a wrong guess costs time, never money
   */
  record Seen(List<Lookup> lookups, boolean stuck) implements Event {}

  /**
   * The step is not tried any more: the bound on tries or on waiting is reached, or the store
   * cannot be reached.
   *
   * @param impatient whether it is only the bound on waiting for what others hold: then a
   *     transaction that waits for them is refused
   */
  record GaveUp(boolean impatient) implements Event {}
}
