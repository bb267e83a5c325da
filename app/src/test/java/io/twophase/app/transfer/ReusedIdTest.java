package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transfer left a hold; its record was finished, and has expired; its id is used again, for
 * another amount.
 */
class ReusedIdTest {

  private static final TransactionId ID = transactionId("rent.csv:2");
  private static final Debit ONE_DOLLAR = debit("A", usd("1.00"));

  abstract static class OnAStore {

    private Store store;
    private TwoPhase host;

    void begin(Store fresh) {
      store = fresh;
      host = Hosts.alone(store);
      store
          .accounts()
          .open(List.of(account("A").opening(usd("1000")), account("B").opening(usd("0"))));
      Claim orphan =
          new Claim.OfRange(
              new Target.OfAccount(accountId("A")),
              new Scale.Money(Fixtures.USD),
              Range.whole(100, 0),
              false);
      assertThat(store.holds().place(List.of(new Placing(RecordId.of(ID), Epoch.FIRST, orphan))))
          .extracting(Answer::kind)
          .containsExactly(Answer.Kind.HELD);
    }

    private TransactionOutcome rent(TransactionId id) {
      return host.transfers()
          .transfer(new TransferRequest(id, accountId("A"), accountId("B"), usd("500.00")));
    }

    @Test
    void theTransferIsRefusedByNameAndTheOrphanIsReleasedByProof() {
      assertThat(rent(ID))
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused ->
                  assertThat(refused.refusal())
                      .isEqualTo(
                          new Refusal.Canceled(
                              new CancelReason.Refused(
                                  new HoldRefusal.ForeignHold(ID, Epoch.FIRST, ONE_DOLLAR)))));
      assertHave(100_000, 0);

      List<Orphan> orphans = new ArrayList<>();
      host.scrub().run(orphans::add, unreadable -> {});

      assertThat(orphans).hasSize(1);
      assertThat(rent(transactionId("rent.csv:2 again")))
          .isInstanceOf(TransactionOutcome.Applied.class);
      assertHave(50_000, 50_000);
      assertThat(host.audit().run().findings()).isEmpty();
    }

    @Test
    void anOrphanOfTheSameAmountIsAsGoodAsAHoldOfItsOwn() {
      host.transfers()
          .transfer(new TransferRequest(ID, accountId("A"), accountId("B"), usd("1.00")));

      assertHave(99_900, 100);
      assertThat(host.audit().run().findings()).isEmpty();
    }

    private void assertHave(long a, long b) {
      assertThat(Hosts.balances(store))
          .isEqualTo(
              Map.of(accountId("A"), BigInteger.valueOf(a), accountId("B"), BigInteger.valueOf(b)));
    }
  }

  @Nested
  class InMemory extends OnAStore {
    @BeforeEach
    void begin() {
      begin(InMemoryStore.create(Clock.systemUTC()));
    }
  }

  @Nested
  class OverMongo extends OnAStore {
    @TempDir Path directory;
    private EmbeddedServer server;
    private MongoClient client;

    @BeforeEach
    void begin() {
      server = EmbeddedServer.open(directory, 0);
      client = MongoClients.create(server.uri());
      begin(MongoStore.using(client, "bank", MongoStoreSettings.defaults()));
    }

    @AfterEach
    void close() {
      client.close();
      server.close();
    }
  }
}
