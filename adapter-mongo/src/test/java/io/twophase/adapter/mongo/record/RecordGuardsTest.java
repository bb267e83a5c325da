package io.twophase.adapter.mongo.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.LooseGuards;
import io.twophase.ports.Records;
import io.twophase.test.equality.record.RecordEquality;
import io.vavr.control.Option;
import java.time.Clock;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Each guard of a write of records is needed: random calls tell who leaves one out")
@Tag("deep")
class RecordGuardsTest {

  /**
   * Many more than most need: it ends with the first that tells. Each guard names the one that was
   * the first, where the search begins.
   */
  private static final int SEQUENCES = 1_000;

  private static final int CALLS = 120;

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final MongoStore STORE =
      MongoStore.using(CLIENT, "guards", MongoStoreSettings.defaults().withProbe(false));

  /** Emptied, and opened once: that is most of a test's work. */
  private static Records tested() {
    CLIENT.getDatabase("guards").getCollection("transactions").deleteMany(new BsonDocument());
    return STORE.records();
  }

  @AfterEach
  void heal() {
    SERVER.heal();
  }

  @AfterAll
  static void close() {
    CLIENT.close();
    SERVER.close();
  }

  private Option<String> difference(long first) {
    RecordEquality equality =
        new RecordEquality(
            () -> new InMemoryRecords(Clock.systemUTC()), RecordGuardsTest::tested, 0);
    for (long next = first; next < first + SEQUENCES; next++) {
      Option<String> found = equality.difference(next, CALLS);
      if (found.isDefined()) {
        return found;
      }
    }
    return Option.none();
  }

  @ParameterizedTest
  @CsvSource({
    "claimedAt,    state, 0",
    "takenOverAt,  state, 0",
    "takenOverAt,  epoch, 5",
    "authorizedAt, state, 0",
    "authorizedAt, epoch, 4",
    "authorizedAt, authorization, 0",
    "approvedBy,   state, 0",
    "approvedBy,   epoch, 5",
    "approvedBy,   approvedBy, 3",
    "\"excluded\", state, 4",
    "\"excluded\", members, 0",
    "\"excluded\", excluded.member, 0",
    "decidedAt,    state, 1",
    "decidedAt,    epoch, 0",
    "decidedAt,    excluded, 0",
    "decidedAt,    approvedBy.0, 9",
    "decidedAt,    approvedBy.1, 4",
    "finishedAt,   state, 0",
    "endedAt,      state, 0",
    "leavesOut,    state, 0",
    "\"batch\",    batch, 1",
    "\"batch\",    value, 7",
    "\"batch\",    operations, 6",
    "digest,       finishedAt, 2",
    "digest,       batch, 3"
  })
  void ofUpdates(String change, String guard, long first) {
    SERVER.on("update", LooseGuards.leavingOut("updates", update -> has(update, change), guard));

    assertThat(difference(first)).as("a difference").isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"finishedAt, 2", "endedAt, 1", "batch, 2"})
  void ofDeletions(String guard, long first) {
    SERVER.on("delete", LooseGuards.leavingOut("deletes", write -> true, guard));

    assertThat(difference(first)).as("a difference").isNotEmpty();
  }

  /** Whether an update has this in what it changes. */
  private static boolean has(Document update, String text) {
    return String.valueOf(update.get("u")).contains(text);
  }
}
