package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What servers answer that have fewer transactions, or other ones, than MongoDB: nothing is lost.
 */
class OtherServersTest {

  private static final NewRecord T1 = Transfers.begun("t1");

  /** It reads its account, to say how much there is. */
  private static final NewRecord SHORT =
      NewRecord.alone(transfer("t1", "A", "B", usd("500")), Transfers.OWNER);

  @AutoClose private final TransactionServer server = TransactionServer.start();
  @AutoClose private final MongoClient client = MongoClients.create(server.uri());

  private MongoStore store() {
    return Servers.bank(client, Servers.QUIET.withServerTransactions(true));
  }

  private MongoStore opened() {
    MongoStore store = store();
    Transfers.open(store);
    return store;
  }

  /** In a transaction, such a command is refused and not done. */
  private void refuse(String command, int code, String name, String... labels) {
    server.refuse(
        asked ->
            asked.containsKey(command) && Boolean.FALSE.equals(asked.get("autocommit"))
                ? Optional.of(
                    new Document("ok", 0.0)
                        .append("code", code)
                        .append("codeName", name)
                        .append("errmsg", name)
                        .append("errorLabels", List.of(labels)))
                : Optional.empty());
  }

  private static Whole.Kind run(MongoStore store, NewRecord record) {
    return store.records().tryWhole(record).kind();
  }

  private static void assertNothingHappened(MongoStore store) {
    assertThat(new Holding(store).account("A").balance().minor()).isEqualTo(100_00);
    assertThat(store.records().insert(List.of(T1))).containsExactly(List.of(BeginOutcome.BEGUN));
  }

  /**
   * Cosmos DB aborts after five seconds, without a label; one over PostgreSQL refuses snapshots,
   * and labels no conflict; MongoDB 9 opens no more than so many.
   */
  @ParameterizedTest
  @CsvSource({
    "update, 2, Transaction is not active, '', false",
    "update, 263, OperationNotSupportedInTransaction, '', false",
    "update, 16500, TooManyRequests, '', false",
    "find, 115, CommandNotSupported, '', false",
    "update, 112, WriteConflict, '', true",
    "find, 479, TooManyOpenTransactions, '', false",
    "find, 479, TooManyOpenTransactions, TransientTransactionError, false",
    "update, 251, NoSuchTransaction, TransientTransactionError, true",
  })
  void whatIsRefusedOnTheWayGoesByTheProtocol(
      String command, int code, String name, String label, boolean contended) {
    MongoStore store = opened();
    refuse(command, code, name, label);

    assertThat(run(store, command.equals("find") ? SHORT : T1))
        .isEqualTo(contended ? Whole.Kind.CONTENDED : Whole.Kind.NOT_RUN);
    assertNothingHappened(store);
    assertThat(server.openTransactions()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "2, Transaction is not active, ''",
    "50, MaxTimeMSExpired, UnknownTransactionCommitResult",
    "251, NoSuchTransaction, ''",
  })
  void aCommitThatIsRefusedWithoutSayingThatAllIsUndoneIsInDoubt(
      int code, String name, String label) {
    MongoStore store = opened();
    refuse("commitTransaction", code, name, label);

    assertThat(run(store, T1)).isEqualTo(Whole.Kind.IN_DOUBT);
    assertNothingHappened(store);
  }

  @ParameterizedTest
  @ValueSource(strings = {"find", "update"})
  void aServerThatRefusesSnapshotsIsUsedWithoutItsTransactions(String command) {
    refuse(command, 115, "CommandNotSupported");

    assertThat(store().records().runsWhole()).isFalse();
    server.refuse(asked -> Optional.empty());
    assertThat(store().records().runsWhole()).as("no trial was passed").isTrue();
  }

  /** One that calls itself a member of a replica set, and has nothing of its clock but the time. */
  @Test
  void aServerThatRefusesReadsThatNameAMomentIsAskedForNoneAgain() {
    List<Document> refused = new ArrayList<>();
    try (FaultyServer other = FaultyServer.replicaSet();
        MongoClient there = other.client("")) {
      other.on(
          "find",
          (sound, asked) -> {
            if (asked.get("readConcern") instanceof Document concern
                && concern.containsKey("afterClusterTime")) {
              refused.add(asked);
              return new Document("ok", 0.0).append("code", 72).append("errmsg", "no such option");
            }
            return sound.apply(asked).append("operationTime", new BsonTimestamp(7L));
          });
      MongoStore store = Servers.bank(there);
      Transfers.open(store);
      Holding holding = new Holding(store);

      for (int read = 0; read < 3; read++) {
        assertThat(holding.account("A").balance().minor()).isEqualTo(100_00);
      }
      assertThat(refused).hasSize(1);
      other.on("find", FaultyServer.error(13));
      assertThatThrownBy(() -> holding.find("A")).isInstanceOf(StoreException.class);
    }
  }

  /** Amazon DocumentDB has sessions, and refuses each write that could be retried. */
  @Test
  void aServerWithoutRetryableWritesSaysWhatToDoAndWorksThen() {
    try (FaultyServer amazon = FaultyServer.replicaSet()) {
      for (String command : List.of("insert", "update", "delete", "findAndModify")) {
        amazon.on(
            command,
            (sound, asked) ->
                asked.containsKey("txnNumber")
                    ? new Document("ok", 0.0)
                        .append("code", 301)
                        .append("errmsg", "Retryable writes are not supported")
                    : sound.apply(asked));
      }
      assertThatThrownBy(() -> MongoStore.open(amazon.uri(""), MongoStoreSettings.defaults()))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining("code 301, Retryable writes are not supported")
          .hasMessageEndingWith("put retryWrites=false into the URI");
      try (MongoStore store =
          MongoStore.open(amazon.uri("retryWrites=false"), MongoStoreSettings.defaults())) {
        store.accounts().open(List.of(account("A").opening(usd("1"))));
        Holding holding = new Holding(store);
        holding.settled(holding.held(Requests.debit("t1", "A", 1_00)));
      }
    }
  }
}
