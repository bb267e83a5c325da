package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that says of a taken key only that it is taken, and not in which index. */
class UnnamedIndexTest {

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private MongoClient client;
  private TransactionRepository transactions;

  @BeforeEach
  void start() {
    SERVER.reset();
    client = SERVER.client("");
    transactions =
        MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false))
            .transactions();
    SERVER.on("insert", UnnamedIndexTest::unnamed);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static Document unnamed(UnaryOperator<Document> sound, Document command) {
    Document answer = sound.apply(command);
    for (Object error : (List<?>) answer.getOrDefault("writeErrors", List.of())) {
      ((Document) error).put("errmsg", "E11000 duplicate key error");
    }
    return answer;
  }

  private static NewRecord record(String id, String destination) {
    return new NewRecord.Begun(transfer(id, "A", destination, usd("1")), APP, token("x"));
  }

  @Test
  void anIdIsTakenWhereADocumentHasIt() {
    transactions.begin(List.of(record("t1", "B")));

    assertThat(transactions.begin(List.of(record("t1", "B"), record("t2", "C"))))
        .containsExactly(BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN);
  }

  /** What has taken the id may not be with a majority yet. */
  @Test
  void whichIsAskedOfTheServerAloneAndNotOfAMajority() {
    transactions.begin(List.of(record("t1", "B")));
    transactions.begin(List.of(record("t1", "B")));

    List<Document> finds = SERVER.received("find");
    assertThat(((Document) finds.get(finds.size() - 1).get("readConcern")).get("level"))
        .isEqualTo("local");
  }

  @Test
  void aRecordWhoseIdIsFreeIsRefusedByAnIndexThatIsNotKnown() {
    client
        .getDatabase("bank")
        .getCollection("transactions")
        .createIndex(Indexes.ascending("destination"), new IndexOptions().unique(true));
    transactions.begin(List.of(record("t1", "B")));

    assertThatThrownBy(() -> transactions.begin(List.of(record("t2", "B"))))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("'t2'")
        .hasMessageContaining("its _id is free")
        .hasMessageContaining("a unique index, which the server does not name,")
        .message()
        .hasLineCount(1);
    assertThat(transactions.find(List.of(transactionId("t2"))))
        .containsExactly(new TransactionLookup.Absent(transactionId("t2")));
  }

  /** Whoever is told so looks for what has it, and has no certain answer until that is there. */
  @Test
  void whereItCannotBeLookedForTheIdCountsAsTaken() {
    transactions.begin(List.of(record("t1", "B")));
    SERVER.on("find", error(13435));

    assertThat(transactions.begin(List.of(record("t1", "B"))))
        .containsExactly(BeginOutcome.ID_TAKEN);
  }
}
