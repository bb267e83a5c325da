package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Records;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A begin finds its id taken, and no read shows by what. */
class TakenByNothingTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final List<Duration> pauses = new ArrayList<>();
  private int begins;

  private Records takenByNothing(Records sound) {
    return new ForwardingRecords(sound) {
      @Override
      public List<List<BeginOutcome>> insert(List<NewRecord> records) {
        begins++;
        return Collections.nCopies(records.size(), List.of(BeginOutcome.ID_TAKEN));
      }
    };
  }

  @Test
  void itPausesBeforeEachFurtherReadAndGivesUp() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
    TwoPhase host =
        TwoPhase.over(Interceptor.replacing(store, Records.class, this::takenByNothing))
            .settings(
                new TwoPhaseSettings(
                    EngineSettings.of(application("test")).withPatience(Duration.ofSeconds(10)), 1))
            .pause(pauses::add)
            .build();

    TransactionOutcome outcome =
        host.transfers()
            .transfer(
                new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30)));

    assertThat(outcome).isInstanceOf(TransactionOutcome.Unknown.class);
    assertThat(begins).isEqualTo(1);
    assertThat(pauses).hasSizeGreaterThan(2);
  }
}
