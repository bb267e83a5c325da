package io.twophase.app.transfer.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.Books;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.queue.BatchScheduler.PendingTickets;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.domain.TransactionId;
import io.twophase.ports.CallerContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingTicketsTest {

  private final PendingTickets waiting = new PendingTickets();

  @Test
  void thoseOfWhichOneIsAtWorkAreNotTakenAndNoneOfThemIsAtWork() {
    assertThat(waiting.takeAtOnce(List.of(ticket("a")))).isTrue();

    assertThat(waiting.takeAtOnce(List.of(ticket("b"), ticket("a")))).isFalse();

    assertThat(waiting.takeAtOnce(List.of(ticket("b")))).isTrue();
    assertThat(waiting.takeAtOnce(List.of(ticket("a")))).isFalse();
  }

  @Test
  void twoOfOneIdAreNotTakenAndNeitherIsAtWork() {
    assertThat(waiting.takeAtOnce(List.of(ticket("a"), ticket("b"), ticket("a")))).isFalse();

    assertThat(waiting.takeAtOnce(List.of(ticket("a"), ticket("b")))).isTrue();
  }

  private static Ticket ticket(String id) {
    return new Ticket(
        Books.request(id, 1),
        new TransactionId(id),
        AnswerTime.WHEN_FINISHED,
        Deadline.NONE,
        CallerContext.Captured.NONE,
        null);
  }
}
