package io.twophase.domain.protocol;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import java.util.List;

/** What came of a step. */
public sealed interface Event {

  /** Of an insert. */
  record Inserted(BeginOutcome outcome) implements Event {}

  /** Of a transition. */
  record Moved(MatchOutcome outcome) implements Event {}

  /** Of holds, one for each operation asked, in their order. */
  record Holds(List<HoldOutcome> outcomes) implements Event {}

  /** Of stamps, settles, releases or withdrawals, one for each operation asked, in their order. */
  record Matches(List<MatchOutcome> outcomes) implements Event {}

  /**
   * Of a read.
   *
   * @param sighting what was seen
   * @param stuck whether a pending record is unmodified for so long that its owner counts as dead;
   *     a wrong guess costs time, never money
   */
  record Seen(TransactionLookup sighting, boolean stuck) implements Event {}

  /** The bound on waiting for room on an account is reached, and the account is as busy. */
  record PatienceSpent() implements Event {}

  /** The bound on tries or on waiting is reached, or the store is gone. */
  record GaveUp() implements Event {}
}
