package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.record.MatchOutcome;
import io.vavr.control.Either;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of what a store keeps of consumers. */
@DisplayName("Consumers")
public abstract class ConsumerContract extends EventContract {

  private static final ConsumerName MAIL = new ConsumerName("mail");
  private static final ConsumerName LEDGER = new ConsumerName("ledger");

  private static EventConsumer at(ConsumerName name, long number, int places) {
    return new EventConsumer(name, new EventPosition(number, places));
  }

  private List<EventConsumer> consumers() {
    return events().consumers().stream().map(Either::get).toList();
  }

  @Test
  void aConsumerIsAddedOnce() {
    assertThat(events().consumer(MAIL)).isEmpty();

    assertThat(events().add(at(MAIL, 0, 0))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().add(at(MAIL, 5, 0))).isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(events().consumer(MAIL)).contains(at(MAIL, 0, 0));
  }

  @Test
  void consumersAreListedByName() {
    events().add(at(MAIL, 3, 1));
    events().add(at(LEDGER, 7, 0));

    assertThat(consumers()).containsExactly(at(LEDGER, 7, 0), at(MAIL, 3, 1));
  }

  @Test
  void aConsumerMovesFromWhereItIs() {
    events().add(at(MAIL, 0, 0));

    assertThat(events().move(MAIL, EventPosition.START, new EventPosition(4, 2)))
        .isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().move(MAIL, EventPosition.START, new EventPosition(1, 0)))
        .isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(events().move(MAIL, new EventPosition(4, 1), new EventPosition(5, 0)))
        .isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(events().move(MAIL, new EventPosition(4, 2), new EventPosition(5, 0)))
        .isEqualTo(MatchOutcome.MATCHED);

    assertThat(events().consumer(MAIL)).contains(at(MAIL, 5, 0));
  }

  @Test
  void oneThatIsNotThereDoesNotMove() {
    assertThat(events().move(MAIL, EventPosition.START, EventPosition.behind(1)))
        .isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(consumers()).isEmpty();
  }

  @Test
  void aConsumerIsForgotten() {
    events().add(at(MAIL, 3, 0));
    events().add(at(LEDGER, 3, 0));

    assertThat(events().forget(MAIL)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().forget(MAIL)).isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(consumers()).containsExactly(at(LEDGER, 3, 0));
  }
}
