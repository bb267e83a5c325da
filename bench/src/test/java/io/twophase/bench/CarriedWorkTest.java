package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.bench.CountedServer.Cost;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** To carry a page costs what docs/PERFORMANCE.md says. */
class CarriedWorkTest {

  private static final int TRANSFERS = 10;
  private static final int ACCOUNTS = 2;

  @AutoClose private final CountedServer server = new CountedServer();
  private final MongoStore store = server.store();
  private final Host host = server.host(100);

  @BeforeEach
  void open() {
    host.open(ACCOUNTS, 1_000);
    run();
  }

  private void run() {
    for (int n = 0; n < TRANSFERS; n++) {
      host.twoPhase().transfers().transfer(host.request(new BenchTransfer(0, 1, 5)));
    }
  }

  /** Carries all that is finished, as one page. */
  private Cost carry() {
    List<Lookup> finished = store.records().list(RecordQuery.ended(Duration.ZERO, 1_000));
    return server.of(
        () ->
            new CarryForward(store.carried(), new HashSet<>())
                .heldBack(new RemovalPage(finished, List.of())));
  }

  @Test
  void aPageIsTwoReadsAndAnInsertOrAnUpdateOfEachAccount() {
    for (int page = 1; page <= 2; page++) {
      // an update says under which condition
      assertThat(carry()).isEqualTo(new Cost(3, 1, ACCOUNTS, page == 1 ? 0 : ACCOUNTS, 0));
      run();
    }
  }

  @Test
  void whatIsCarriedIsOnlyRead() {
    carry();

    assertThat(carry()).isEqualTo(new Cost(1, 0, 0, 0, 0));
  }
}
