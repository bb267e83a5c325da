package io.twophase.adapter.mongo.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.LooseGuards;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Records;
import io.twophase.test.equality.record.RecordEquality;
import io.vavr.control.Option;
import java.time.Clock;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Each guard of a write of records is needed: random calls tell who leaves one out")
class RecordGuardsTest {

  /** Many more than most need: it ends with the first that tells. */
  private static final int SEQUENCES = 1_000;

  private static final int CALLS = 120;

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final MongoStore STORE =
      MongoStore.using(CLIENT, "guards", MongoStoreSettings.defaults().withProbe(false));

  private final long seed = Seed.next("RecordGuardsTest");

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

  private Option<String> difference() {
    RecordEquality equality =
        new RecordEquality(
            () -> new InMemoryRecords(Clock.systemUTC()), RecordGuardsTest::tested, 0);
    for (long next = seed; next < seed + SEQUENCES; next++) {
      Option<String> found = equality.difference(next, CALLS);
      if (found.isDefined()) {
        return found;
      }
    }
    return Option.none();
  }

  @ParameterizedTest
  @CsvSource({
    "claimedAt,    state",
    "takenOverAt,  state",
    "takenOverAt,  epoch",
    "authorizedAt, state",
    "authorizedAt, epoch",
    "authorizedAt, authorization",
    "approvedBy,   state",
    "approvedBy,   epoch",
    "approvedBy,   approvedBy",
    "\"excluded\", state",
    "\"excluded\", members",
    "\"excluded\", excluded.member",
    "decidedAt,    state",
    "decidedAt,    epoch",
    "decidedAt,    excluded",
    "decidedAt,    approvedBy.0",
    "decidedAt,    approvedBy.1",
    "finishedAt,   state",
    "endedAt,      state",
    "leavesOut,    state",
    "\"batch\",    batch",
    "\"batch\",    value",
    "\"batch\",    operations",
    "digest,       finishedAt",
    "digest,       batch"
  })
  void ofUpdates(String change, String guard) {
    SERVER.on("update", LooseGuards.leavingOut("updates", update -> has(update, change), guard));

    assertThat(difference()).as("a difference").isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"finishedAt", "endedAt", "batch"})
  void ofDeletions(String guard) {
    SERVER.on("delete", LooseGuards.leavingOut("deletes", write -> true, guard));

    assertThat(difference()).as("a difference").isNotEmpty();
  }

  /** Whether an update has this in what it changes. */
  private static boolean has(Document update, String text) {
    return String.valueOf(update.get("u")).contains(text);
  }
}
