package io.twophase.app.transfer.queue;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Waits for the answers to tickets. An exception is thrown as if it had happened here. */
final class Tickets {

  private Tickets() {}

  /**
   * Waits for the answers to entries.
   *
   * @param tickets one for each entry, in their order
   */
  static <T> List<Answered<T>> answers(List<T> entries, List<Ticket> tickets) {
    List<Answered<T>> answers = new ArrayList<>(entries.size());
    for (int at = 0; at < entries.size(); at++) {
      answers.add(new Answered<>(entries.get(at), outcome(tickets.get(at))));
    }
    return answers;
  }

  /**
   * Waits for the outcome. It is not known if this thread is interrupted while another thread works
   * on the transfer.
   */
  static TransactionOutcome outcome(Ticket ticket) {
    try {
      return ticket.answer().get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new TransactionOutcome.Unknown(ticket.id(), "interrupted while it was under way");
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
