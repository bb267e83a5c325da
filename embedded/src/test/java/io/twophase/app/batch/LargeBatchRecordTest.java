package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.testing.Books;
import io.twophase.domain.transaction.State;
import io.twophase.test.clock.SettableClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that takes smaller documents: the record of a batch that it has cannot be decided. */
class LargeBatchRecordTest {

  private static final int TOO_LARGE = 17419;

  private final SettableClock clock = new SettableClock(NOW);

  @Test
  void aRecordThatIsTooLargeToBeDecidedIsNamedAndStopsNoOther() {
    try (FaultyServer server = FaultyServer.standalone();
        MongoClient client = server.client("")) {
      MongoStore store =
          MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
      try (TwoPhase host = TwoPhase.over(store).pause(clock).ticker(clock).build()) {
        Books.open(store, 1_000, 1_000);
        for (String batch : List.of("batch:a", "batch:large", "batch:z")) {
          new DeadOwner(store)
              .left(
                  batch,
                  transfer("1 of " + batch, "A", "B", cents(1)),
                  transfer("2 of " + batch, "A", "B", cents(1)));
        }
        server.on("update", FaultyServer.refusing(TOO_LARGE, "batch:large", "applied"));
        assertThat(Books.recover(host))
            .containsExactly(
                new Recovered.Done("batch:a", State.PENDING),
                new Recovered.Unfinished(
                    "batch:large",
                    State.PENDING,
                    "the store did not say whether it is decided: MongoDB at "
                        + client.getClusterDescription().getServerDescriptions().get(0).getAddress()
                        + " refuses to update bank.transactions: code 17419, made to fail"),
                new Recovered.Done("batch:z", State.PENDING));
      }
    }
  }
}
