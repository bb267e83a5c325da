package io.twophase.domain.protocol;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import java.util.List;

/** The result of a step. */
public sealed interface Event {

  /** What {@code cases} says of this event. */
  <T> T fold(Cases<T> cases);

  /** Whether the store did not answer, for one of the writes at least. */
  boolean isInDoubt();

  /**
   * What is said of each kind of event.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Of an insert. */
    T inserted(Inserted event);

    /** Of a transition. */
    T moved(Moved event);

    /** Of holds, one for each operation asked, in their order. */
    T holds(Holds event);

    /**
     * Of stamps, settles, releases or withdrawals, one for each operation asked, in their order.
     */
    T matches(Matches event);

    /** Of a read. */
    T seen(Seen event);

    /** The bound on waiting for room on an account is reached, and the account is as busy. */
    T patienceSpent(PatienceSpent event);

    /** The bound on tries or on waiting is reached, or the store cannot be reached. */
    T gaveUp(GaveUp event);
  }

  /** Of an insert. */
  record Inserted(BeginOutcome outcome) implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.inserted(this);
    }

    @Override
    public boolean isInDoubt() {
      return outcome == BeginOutcome.IN_DOUBT;
    }
  }

  /** Of a transition. */
  record Moved(MatchOutcome outcome) implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.moved(this);
    }

    @Override
    public boolean isInDoubt() {
      return outcome == MatchOutcome.IN_DOUBT;
    }
  }

  /** Of holds, one for each operation asked, in their order. */
  record Holds(List<? extends HoldOutcome> outcomes) implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.holds(this);
    }

    @Override
    public boolean isInDoubt() {
      for (int at = 0; at < outcomes.size(); at++) {
        if (outcomes.get(at).isInDoubt()) {
          return true;
        }
      }
      return false;
    }
  }

  /** Of stamps, settles, releases or withdrawals, one for each operation asked, in their order. */
  record Matches(List<MatchOutcome> outcomes) implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.matches(this);
    }

    @Override
    public boolean isInDoubt() {
      return outcomes.contains(MatchOutcome.IN_DOUBT);
    }
  }

  /**
   * Of a read.
   *
   * @param lookup what was seen
   * @param stuck whether a pending record is unmodified for so long that its owner counts as dead;
   *     a wrong guess costs time, never money
   */
  record Seen(TransactionLookup lookup, boolean stuck) implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.seen(this);
    }

    @Override
    public boolean isInDoubt() {
      return false;
    }
  }

  /** The bound on waiting for room on an account is reached, and the account is as busy. */
  record PatienceSpent() implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.patienceSpent(this);
    }

    @Override
    public boolean isInDoubt() {
      return false;
    }
  }

  /** The bound on tries or on waiting is reached, or the store cannot be reached. */
  record GaveUp() implements Event {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.gaveUp(this);
    }

    @Override
    public boolean isInDoubt() {
      return false;
    }
  }
}
