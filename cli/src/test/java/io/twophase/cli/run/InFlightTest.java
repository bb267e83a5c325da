package io.twophase.cli.run;

import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.ForwardingTransactions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Transactions under way")
class InFlightTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final TwoPhase twophase =
      TwoPhase.over(store.accounts(), new GoneFromTheSecondOn())
          .documents(store.documents(), store.home())
          .build();
  private final List<InFlight.Answer> answers = new ArrayList<>();

  /** A store that is reached for one transaction, and then no more. */
  private final class GoneFromTheSecondOn extends ForwardingTransactions {
    GoneFromTheSecondOn() {
      super(store.transactions());
    }

    @Override
    public List<BeginOutcome> begin(List<NewRecord> records) {
      if (records.stream().anyMatch(record -> !record.id().value().equals("t1"))) {
        throw new StoreUnavailableException("the store is gone");
      }
      return super.begin(records);
    }
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("end with the first that finds the store gone, whatever their order")
  void theStoreIsGone(Order order) {
    InFlight inFlight = new InFlight(twophase.transfers(), order, answers::add);

    assertThat(inFlight.submit(insertion("t1"))).isTrue();
    inFlight.drain();
    assertThat(inFlight.submit(insertion("t2"))).isTrue();
    inFlight.drain();
    assertThat(inFlight.submit(insertion("t3"))).isFalse();

    assertThat(answers)
        .extracting(answer -> answer.request().id().value())
        .containsExactly("t1", "t2");
    assertThat(answers.get(0).outcome().get().isApplied()).isTrue();
    assertThat(answers.get(1).outcome().getLeft())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the store is gone");
  }

  private static TransactionRequest insertion(String id) {
    return transaction(id).insert(document("orders", id), Map.of());
  }
}
