package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.adapter.mongo.testing.Transfers.OWNER;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that says of a taken key only that it is taken, and not in which index. */
class UnnamedIndexTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private MongoClient client;
  private Records records;

  @BeforeEach
  void start() {
    client = SERVER.client("");
    records = Servers.bank(client).records();
    SERVER.on("insert", UnnamedIndexTest::unnamed);
  }

  private static Document unnamed(UnaryOperator<Document> sound, Document command) {
    Document answer = sound.apply(command);
    for (Object error : (List<?>) answer.getOrDefault("writeErrors", List.of())) {
      ((Document) error).put("errmsg", "E11000 duplicate key error");
    }
    return answer;
  }

  private static NewRecord record(String id, String destination) {
    return NewRecord.alone(transfer(id, "A", destination, usd("1")), OWNER);
  }

  @Test
  void anIdIsTakenWhereADocumentHasIt() {
    records.insert(List.of(record("t1", "B")));

    assertThat(records.insert(List.of(record("t1", "B"), record("t2", "C"))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN), List.of(BeginOutcome.BEGUN));
  }

  /** What has taken the id may not be with a majority yet. */
  @Test
  void whichIsAskedOfTheServerAloneAndNotOfAMajority() {
    records.insert(List.of(record("t1", "B")));
    records.insert(List.of(record("t1", "B")));

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
    records.insert(List.of(record("t1", "B")));

    assertThatThrownBy(() -> records.insert(List.of(record("t2", "B"))))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("'t2'")
        .hasMessageContaining("its _id is free")
        .hasMessageContaining("a unique index, which the server does not name,")
        .message()
        .hasLineCount(1);
    assertThat(records.find(List.of(new RecordId("t2"))).get(0).kind())
        .isEqualTo(Lookup.Kind.ABSENT);
  }

  /** Whoever is told so looks for what has it, and has no certain answer until that is there. */
  @Test
  void whereItCannotBeLookedForTheIdCountsAsTaken() {
    records.insert(List.of(record("t1", "B")));
    SERVER.on("find", error(13435));

    assertThat(records.insert(List.of(record("t1", "B"))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN));
  }
}
