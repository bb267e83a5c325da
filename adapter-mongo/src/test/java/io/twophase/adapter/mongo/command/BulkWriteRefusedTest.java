package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.testing.HoldWords;
import io.twophase.ports.StoreException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** MongoDB 8's {@code bulkWrite}, where the driver does not send it. */
class BulkWriteRefusedTest {

  private static final String BULK_WRITE = "bulkWrite";
  private static final MongoStoreSettings SETTINGS = MongoStoreSettings.defaults();

  @AutoClose("shutdownNow")
  private final MongoServer server = ClientBulkWriteServer.start();

  private final CommandRecorder recorder = new CommandRecorder();

  @AutoClose
  private final MongoClient client =
      recorder.client(server.bindAndGetConnectionString() + "/?serverSelectionTimeoutMS=3000");

  /** A host's own client, with AutoEncryptionSettings. */
  @Test
  void aClientThatEncryptsByItselfHasNoSuchCommandAndTransfersGoThrough() {
    MongoClient encrypting =
        failing(
            MongoClient.class,
            client,
            () ->
                new IllegalStateException(
                    "state should be: `autoEncryptionSettings` is null, as bulkWrite does not"
                        + " currently support automatic encryption"));
    recorder.commands();

    aTransferGoesThrough(Servers.bank(encrypting, SETTINGS), "t1");

    assertThat(recorder.commands()).contains("update").doesNotContain(BULK_WRITE);
  }

  /**
   * The driver before 5.6.2 reads a field that some servers leave out of an update's result: it
   * throws when the writes were made.
   */
  @Test
  void anAnswerThatTheDriverCannotReadIsInDoubtAndTheCommandIsNotSentAgain() {
    MongoStore store =
        Servers.bank(
            failing(
                MongoClient.class,
                client,
                () -> new BsonInvalidOperationException("Document does not contain key nModified")),
            SETTINGS.withProbe(false));
    Transfers.open(store);

    assertThat(store.holds().place(Transfers.holds("t1")))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.IN_DOUBT);
    aTransferGoesThrough(store, "t2");
  }

  /**
   * The password was changed, and the write is on a connection that logs in, while the read is on
   * an older one. The document is not asked, so it refuses nothing: its transaction goes on.
   */
  @Test
  void aLoginThatIsNotAcceptedIsNoRefusalOfADocument() {
    MongoStore store =
        Servers.bank(
            failing(
                MongoClient.class,
                client,
                () ->
                    new MongoSecurityException(
                        MongoCredential.createCredential("u", "admin", new char[] {'x'}),
                        "Exception authenticating")),
            SETTINGS.withProbe(false));
    Servers.bank(client, "orders").insertOne(BsonDocument.parse("{_id: 7, status: 'UnPaid'}"));
    Placing change =
        HoldWords.on(
            "t1",
            new ChangeDocument(
                CollectionName.of("orders").document(7),
                List.of(),
                Changes.of(FieldChange.set("status", "Paid"))));

    assertThatThrownBy(() -> store.holds().place(List.of(change)))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("does not accept the login");
  }

  /** A client whose bulk writes fail; those of its collections do not. */
  private static <T> T failing(Class<T> type, T cluster, Supplier<RuntimeException> fault) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals(BULK_WRITE)) {
                throw fault.get();
              }
              Object answer = method.invoke(cluster, arguments);
              return method.getReturnType() == MongoCluster.class
                  ? failing(MongoCluster.class, (MongoCluster) answer, fault)
                  : answer;
            }));
  }

  private static void aTransferGoesThrough(MongoStore store, String id) {
    Transfers.open(store);
    Holding holding = new Holding(store);
    List<Placing> holds = Transfers.holds(id);

    assertThat(store.records().insert(List.of(begun(id))))
        .containsExactly(List.of(BeginOutcome.BEGUN));
    holding.held(holds);
    assertThat(store.records().move(List.of(decide(id, 1)))).containsExactly(MATCHED);
    assertThat(holding.settle(holds)).containsOnly(MATCHED);
    assertThat(store.records().move(List.of(finish(id)))).containsExactly(MATCHED);
  }
}
