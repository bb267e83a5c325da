package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.app.sweep.Orphan;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
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
  private static final Leg ORPHAN = new Leg(ID, epoch(1), debit("A", usd("1.00")));

  abstract static class OnAStore {

    private AccountRepository accounts;
    private TwoPhase host;

    void begin(AccountRepository newAccounts, TransactionRepository transactions) {
      accounts = newAccounts;
      host = Hosts.alone(accounts, transactions);
      accounts.open(List.of(account("A").opening(usd("1000")), account("B").opening(usd("0"))));
      assertThat(accounts.hold(List.of(ORPHAN))).containsExactly(AccountHoldOutcome.held());
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
                                  new HoldRefusal.ForeignHold(ID, epoch(1), ORPHAN.operation())))));
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
      assertThat(Hosts.balances(accounts))
          .isEqualTo(
              Map.of(accountId("A"), BigInteger.valueOf(a), accountId("B"), BigInteger.valueOf(b)));
    }
  }

  @Nested
  class InMemory extends OnAStore {
    @BeforeEach
    void begin() {
      InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
      begin(store.accounts(), store.transactions());
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
      MongoStore store = MongoStore.using(client, "bank", MongoStoreSettings.defaults());
      begin(store.accounts(), store.transactions());
    }

    @AfterEach
    void close() {
      client.close();
      server.close();
    }
  }
}
