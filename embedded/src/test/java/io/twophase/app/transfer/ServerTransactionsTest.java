package io.twophase.app.transfer;

import static io.twophase.app.testing.Books.balance;
import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.testing.Books;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records over a server with transactions of its own: run at once, and by the protocol. */
@Timeout(120)
class ServerTransactionsTest {

  private final TransactionServer server = TransactionServer.start();
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoStore store = store(client);
  private final List<ProtocolStep> steps = new CopyOnWriteArrayList<>();
  private final TwoPhase twophase = twoPhase(store);

  @BeforeEach
  void open() {
    Books.open(store, 1_000, 0, 0);
  }

  @AfterEach
  void close() {
    twophase.close();
    client.close();
    server.close();
  }

  private static MongoStore store(MongoClient by) {
    return MongoStore.using(
        by, "bank", MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
  }

  private TwoPhase twoPhase(MongoStore over) {
    return TwoPhase.over(over)
        .listener(
            new TwoPhaseListener() {
              @Override
              public void stepBegun(ProtocolStep step, int transactions) {
                steps.add(step);
              }
            })
        .build();
  }

  private void auditIsClean() {
    assertThat(twophase.audit().run()).matches(AuditReport::isClean);
  }

  @Test
  void aLoneTransferGoesByTheShortcut() {
    TransferRequest request = request("t1", "A", "B", 10);
    assertThat(twophase.transfers().transfer(request))
        .isEqualTo(new TransactionOutcome.Applied(request.id(), true, false, Optional.empty()));
    assertThat(steps).containsExactly(ProtocolStep.SERVER_TRANSACTION);
    assertThat(twophase.transfers().transfer(request))
        .as("asked again")
        .isEqualTo(new TransactionOutcome.Applied(request.id(), true, true, Optional.empty()));
    assertThat(balance(store, "A")).isEqualTo(990);
    auditIsClean();
  }

  @Test
  void aCommitWithoutAnAnswerIsResolvedByTheProtocol() {
    Cutting cutting = new Cutting();
    try (Proxy proxy = Proxy.before(Servers.address(server.uri()), cutting);
        MongoClient behind = proxy.client("socketTimeoutMS=5000");
        TwoPhase far = twoPhase(store(behind))) {
      cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, "commitTransaction", 0, 1_000);

      assertThat(far.transfers().transfer(request("t1", "A", "B", 10)))
          .isEqualTo(
              new TransactionOutcome.Applied(transactionId("t1"), true, true, Optional.empty()));
      assertThat(steps).doesNotContain(ProtocolStep.DECIDE);
      cutting.cut(Cut.BEFORE_THE_SERVER_HAS_IT, "commitTransaction", 0, 1_000);
      assertThat(far.transfers().transfer(request("t2", "A", "C", 10)).isApplied()).isTrue();
    }
    assertThat(steps).contains(ProtocolStep.DECIDE);
    assertThat(balance(store, "A")).isEqualTo(980);
    auditIsClean();
  }

  @Test
  void aTransactionThatADeadProcessLeavesOpenKeepsOthersUntilItsTimeIsOver() {
    try (TransactionServer impatient = TransactionServer.start(Duration.ofMillis(700));
        MongoClient to = MongoClients.create(impatient.uri());
        MongoStore overImpatient = store(to);
        TwoPhase living = TwoPhase.over(overImpatient).build()) {
      Books.open(overImpatient, 100, 0);
      ClientSession dead = to.startSession();
      dead.startTransaction();
      MongoCollection<Document> accounts = to.getDatabase("bank").getCollection("accounts");
      accounts.updateOne(dead, Filters.eq("_id", "A"), Updates.inc("balance", -50L));

      assertThat(living.transfers().transfer(request("t1", "A", "B", 10)).isApplied()).isTrue();
      assertThat(accounts.find(Filters.eq("_id", "A")).first()).containsEntry("balance", 90L);
      assertThat(living.audit().run()).matches(AuditReport::isClean);
    }
  }
}
