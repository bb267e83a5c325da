package io.twophase.app.statement;

import static io.twophase.TwoPhase.period;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.ports.Store;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A host posts in a period. */
@Timeout(60)
class PeriodsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  @Test
  void postingsInOnePeriodShareABatch() {
    List<Integer> batches = new CopyOnWriteArrayList<>();
    TwoPhaseListener sizes =
        new TwoPhaseListener() {
          @Override
          public void batchBegun(int transfers) {
            batches.add(transfers);
          }
        };
    Store store = Books.open(FRESH.store(), 100_00, 0);
    List<TransferRequest> many =
        IntStream.range(0, 201)
            .mapToObj(at -> Books.request("t" + at, 1).inPeriod(period("2026-11")))
            .toList();
    try (TwoPhase listening = TwoPhase.over(store).listener(sizes).build()) {
      listening.periods().open(period("2026-11"), "").orElseThrow();
      batches.clear();

      assertThat(listening.transfers().transferAll(many, Order.AS_GIVEN))
          .hasSize(201)
          .allMatch(TransactionOutcome::isApplied);
    }

    assertThat(batches).containsExactly(201);
  }
}
