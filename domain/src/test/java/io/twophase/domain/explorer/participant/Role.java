package io.twophase.domain.explorer.participant;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Locale;

/** What one of a transaction's workers is there for. */
enum Role {
  /** Has begun it, and waits for others as long as it takes. */
  OWNER,
  /** Finishes it, and takes everything pending to be stuck. */
  RECOVERER,
  /** Cancels it. */
  CANCELLER,
  /** Comes again and again: finishes what is decided, cancels what is not. */
  JANITOR;

  /** Such a worker, at its first step; an owner behind the insert of the record. */
  Worker worker(NewTransaction body) {
    return switch (this) {
      case OWNER ->
          start(body.id(), new Goal.Run(body)).after(new Event.Inserted(BeginOutcome.BEGUN));
      case RECOVERER -> start(body.id(), new Goal.Resume());
      case CANCELLER -> start(body.id(), new Goal.Cancel(Fixtures.ON_REQUEST));
      case JANITOR -> start(body.id(), new Goal.Abandon());
    };
  }

  /** Such a worker, at its very first step. */
  Worker start(TransactionId id, Goal goal) {
    return Worker.start(
        id, goal, Fixtures.APP, Fixtures.token(name().charAt(0) + ""), HoldOrder.TOGETHER);
  }

  /** Whether every pending record that it reads counts as stuck. */
  boolean isImpatient() {
    return this != OWNER;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
