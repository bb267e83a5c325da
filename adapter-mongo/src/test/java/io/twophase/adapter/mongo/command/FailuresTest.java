package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.adapter.mongo.testing.FaultyServer.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is seen at the ports of the errors that a server answers with: in a table, one by one. */
class FailuresTest {

  private static final List<Placing> TRANSFER = Transfers.holds("t1");

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private MongoClient client;
  private MongoStore store;
  private Holding holding;

  @BeforeEach
  void openTwoAccounts() {
    client = SERVER.client("maxPoolSize=1&waitQueueTimeoutMS=200");
    store = Servers.bank(client);
    holding = new Holding(store);
    Transfers.open(store);
  }

  @Test
  void whereAllConnectionsAreTakenNothingIsSent() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    SERVER.on(
        "find",
        (sound, command) -> {
          asked.countDown();
          await(answered);
          return sound.apply(command);
        });
    Thread reader = new Thread(() -> holding.find("A"));
    reader.start();
    asked.await();
    int before = SERVER.received("update").size();

    assertThatThrownBy(() -> holding.place(TRANSFER)).isInstanceOf(StoreUnavailableException.class);

    answered.countDown();
    reader.join();
    assertThat(SERVER.received("update")).hasSize(before);
  }

  @Test
  void whoIsInterruptedIsInDoubtAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    List<Answer> outcomes = holding.place(TRANSFER);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes).containsOnly(Answer.inDoubt());
  }

  @Test
  void aLoginThatIsRefusedIsToldAsThat() {
    SERVER.on("saslStart", error(18));
    String uri = SERVER.uri("").replace("mongodb://", "mongodb://u:s3cret@");

    assertThatThrownBy(() -> MongoStore.open(uri, Servers.QUIET))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining(" does not accept the login: ")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aWriteIsRepeatedOnlyWhereTheServerKnowsItByItsNumber() {
    try (FaultyServer primary = FaultyServer.replicaSet();
        MongoStore there = MongoStore.open(primary.uri("directConnection=true"), Servers.QUIET)) {
      Transfers.open(there);
      primary.on("update", once(error(189, "RetryableWriteError")));

      new Holding(there).held(TRANSFER);
      List<Document> sent =
          primary.received("update").stream()
              .filter(command -> "accounts".equals(command.get("update")))
              .toList();
      assertThat(sent).hasSize(2);
      assertThat(sent.get(0).get("txnNumber")).isNotNull();
      assertThat(sent.get(1).get("txnNumber")).isEqualTo(sent.get(0).get("txnNumber"));
      assertThat(sent.get(1).get("lsid")).isEqualTo(sent.get(0).get("lsid"));
    }

    SERVER.on("update", once(error(189, "RetryableWriteError")));
    int before = SERVER.received("update").size();
    assertThat(holding.place(TRANSFER)).containsOnly(Answer.inDoubt());
    assertThat(SERVER.received("update")).hasSize(before + 1);
    assertThat(SERVER.received("update").get(before)).doesNotContainKey("txnNumber");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
