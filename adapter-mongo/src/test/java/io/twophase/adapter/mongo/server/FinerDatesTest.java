package io.twophase.adapter.mongo.server;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * mongo-java-server keeps dates more finely than it tells them, and sorts by what it keeps: what
 * ended in one millisecond is paged by id all the same.
 */
class FinerDatesTest {

  private static final int RECORDS = 60;

  @AutoClose("shutdownNow")
  private final MongoServer server = new MongoServer(new MemoryBackend());

  @AutoClose
  private final MongoClient client = MongoClients.create(server.bindAndGetConnectionString());

  private final Records records = Servers.bank(client).records();

  private static String id(int at) {
    return "t" + (100 + at);
  }

  private void finishAll() {
    store(State.DONE);
    date("finishedAt");
  }

  private void store(State state) {
    for (int at = 0; at < RECORDS; at++) {
      NewRecord begun = StoredRecords.alone(transfer(id(at), "A", "B", cents(1)));
      records.insert(List.of(begun));
      StoredRecords.to(begun, state, Verdict.ALL_APPLIED)
          .forEach(transition -> records.move(List.of(transition)));
    }
  }

  private void date(String field) {
    List<WriteModel<BsonDocument>> backwards = new ArrayList<>();
    for (int at = RECORDS - 1; at >= 0; at--) {
      backwards.add(
          new UpdateOneModel<>(
              new BsonDocument("_id", new BsonString(id(at))),
              BsonDocument.parse("{ $currentDate: { %s: true } }".formatted(field))));
    }
    Servers.bank(client, "transactions").bulkWrite(backwards);
  }

  private Set<String> shown(RecordQuery first) {
    Set<String> shown = new HashSet<>();
    RecordQuery query = first;
    for (List<Lookup> page = records.list(query);
        !page.isEmpty() && shown.size() <= RECORDS;
        page = records.list(query)) {
      shown.add(page.get(0).id());
      query = query.after(page);
    }
    return shown;
  }

  @Test
  void noRecordIsMissedBetweenTwoPages() {
    finishAll();

    assertThat(shown(RecordQuery.ended(Duration.ZERO, 1))).hasSize(RECORDS);
  }

  @Test
  void noUnfinishedRecordIsMissedEither() {
    store(State.APPLIED);
    date("lastModified");

    assertThat(shown(RecordQuery.unfinished(Duration.ZERO, 1))).hasSize(RECORDS);
  }

  /** The carrying pass takes a record for carried that comes before another in this order. */
  @Test
  void withinAPageTheyAreInTheOrderOfTheirIds() {
    finishAll();

    assertThat(records.list(RecordQuery.ended(Duration.ZERO, RECORDS)))
        .extracting(ended -> Ending.of(ended.record().orElseThrow()).orElseThrow())
        .hasSize(RECORDS)
        .isSorted();
  }
}
