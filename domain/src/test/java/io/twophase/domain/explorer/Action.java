package io.twophase.domain.explorer;

import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transaction;

/** One thing that can happen; as text, one line of a trace. */
sealed interface Action {

  /** The store applies a message that its sender waits for. */
  record Delivered(Role role, Message message, Event answer) implements Action {
    @Override
    public String toString() {
      return role + ": " + message + " -> " + answer;
    }
  }

  /** The store applies a message that nobody waits for. */
  record ArrivedLate(Message message, Event unheard) implements Action {
    @Override
    public String toString() {
      return "late: " + message + " -> " + unheard;
    }
  }

  /** A worker reads the record. */
  record Read(Role role, Sighting sighting) implements Action {
    @Override
    public String toString() {
      return role
          + ": reads "
          + (sighting instanceof Sighting.Found found ? seen(found) : sighting);
    }

    private static String seen(Sighting.Found found) {
      Transaction record = found.record();
      return record.state() + ", epoch " + record.epoch() + ", token " + record.token();
    }
  }

  /** A worker stops waiting. */
  record TimedOut(Role role, Step step) implements Action {
    @Override
    public String toString() {
      return role + ": times out in " + step;
    }
  }

  /** A worker stops for good. */
  record GaveUp(Role role, Step step) implements Action {
    @Override
    public String toString() {
      return role + ": gives up in " + step;
    }
  }

  /** A sweeper sees a hold of a finished transaction, and sends its release. */
  record Swept(Message message) implements Action {
    @Override
    public String toString() {
      return "sweeper: sends " + message;
    }
  }
}
