package io.twophase.app.engine;

import static io.twophase.app.testing.Books.request;
import static io.twophase.app.testing.Books.word;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A begin finds its id taken, and no read shows by what. */
class TakenByNothingTest {

  private final InMemoryStore store = Books.inMemory(100, 0);
  private final List<Duration> pauses = new ArrayList<>();
  private int begins;

  private Object takenByNothing(Interceptor.Call insert) {
    begins++;
    return List.of(List.of(BeginOutcome.ID_TAKEN));
  }

  @Test
  void itPausesBeforeEachFurtherReadAndGivesUp() {
    TwoPhase host =
        TwoPhase.over(Books.at(store, "insert", this::takenByNothing))
            .settings(Hosts.patient(Duration.ofSeconds(10), 1))
            .pause(pauses::add)
            .build();

    TransactionOutcome outcome = host.transfers().transfer(request("t", 30));

    assertThat(word(outcome)).isEqualTo("unknown");
    assertThat(begins).isEqualTo(1);
    assertThat(pauses).hasSizeGreaterThan(2);
  }
}
