package io.twophase.app.transfer.queue;

import io.twophase.app.transfer.TransferOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Waits for an answer, and gives it or throws it as if it had been worked out here. */
final class Tickets {

  private Tickets() {}

  static List<TransferOutcome> outcomes(List<Ticket> tickets) {
    List<TransferOutcome> outcomes = new ArrayList<>(tickets.size());
    for (Ticket ticket : tickets) {
      outcomes.add(outcome(ticket));
    }
    return outcomes;
  }

  /** The outcome; not known, if the thread is interrupted while others are at it. */
  static TransferOutcome outcome(Ticket ticket) {
    try {
      return ticket.answer().get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new TransferOutcome.Unknown(ticket.id(), "interrupted while it was under way");
    } catch (ExecutionException broken) {
      if (broken.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (broken.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(broken.getCause());
    }
  }
}
