package io.twophase.app.transfer.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.runtime.Deadlines.Deadline;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.ports.CallerContext;
import java.util.Currency;
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
        request(id), AnswerTime.WHEN_FINISHED, Deadline.NONE, CallerContext.Captured.NONE, null);
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(
        new TransactionId(id),
        new AccountId("A"),
        new AccountId("B"),
        new Money(1, Currency.getInstance("USD")));
  }
}
