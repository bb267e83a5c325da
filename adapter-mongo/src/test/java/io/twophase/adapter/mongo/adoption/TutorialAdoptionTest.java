package io.twophase.adapter.mongo.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Collections of the tutorial are taken over with what is in flight in them. */
class TutorialAdoptionTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final List<String> WRITES =
      List.of("update", "findAndModify", "insert", "bulkWrite");

  private Adoption adoption = FRESH.store().adoption();

  @BeforeEach
  void fresh() {
    adoption = FRESH.store().adoption();
  }

  private static void account(String document) {
    FRESH.put("accounts", document);
  }

  private static void transaction(String id, String state, String also) {
    FRESH
        .collection("transactions")
        .insertOne(
            BsonDocument.parse(
                "{_id: %s, source: 'A', destination: 'B', value: 100, state: '%s'%s}"
                    .formatted(id, state, also)));
  }

  /** Balance, marks, and whether it is adopted, of each account. */
  private static Map<String, String> accounts() {
    Map<String, String> seen = new TreeMap<>();
    for (BsonDocument document : FRESH.collection("accounts").find()) {
      List<String> marks = new ArrayList<>();
      if (document.get("pendingTransactions") instanceof BsonArray array) {
        array.forEach(mark -> marks.add(mark.toString()));
      }
      seen.put(
          document.getString("_id").getValue(),
          document.getNumber("balance").longValue()
              + " "
              + marks
              + (document.containsKey("v") ? " adopted" : ""));
    }
    return seen;
  }

  private static Map<String, String> states() {
    Map<String, String> seen = new TreeMap<>();
    for (BsonDocument document : FRESH.collection("transactions").find()) {
      seen.put(document.get("_id").toString(), document.getString("state").getValue());
    }
    return seen;
  }

  private static void muddle() {
    account("{_id: 'A', balance: 900, pendingTransactions: ['p', 'c']}");
    account("{_id: 'B', balance: 1200, pendingTransactions: ['a', 'c', 'x', 'd']}");
    transaction("'p'", "pending", "");
    transaction("'a'", "applied", "");
    transaction("'c'", "canceling", "");
    transaction("'x'", "canceled", "");
    transaction("'d'", "done", "");
  }

  @ParameterizedTest
  @EnumSource(PendingRule.class)
  void aRunThatDiesAfterAnyWriteOrBeforeItsAnswerIsResumedByRunningAgain(PendingRule rule) {
    muddle();
    adoption.run(rule);
    Map<String, String> accounts = accounts();
    Map<String, String> states = states();
    int writes = 0;
    while (dies(rule, writes)) {
      assertThat(adoption.run(rule).left().isComplete()).isTrue();
      assertThat(accounts()).as("died after write " + writes).isEqualTo(accounts);
      assertThat(states()).as("died after write " + writes).isEqualTo(states);
      writes++;
    }
    assertThat(writes).isGreaterThan(10);
  }

  /** Runs on a new muddle and dies after so many writes; answers whether there were as many. */
  private static boolean dies(PendingRule rule, int after) {
    FRESH.database().drop();
    muddle();
    AtomicInteger left = new AtomicInteger(after);
    CommandRecorder recorder = new CommandRecorder();
    try (MongoClient client = recorder.client(Servers.preferredUri())) {
      MongoStore store = FRESH.store(client);
      for (String write : WRITES) {
        recorder.afterEach(
            write,
            () -> {
              if (left.getAndDecrement() == 0) {
                throw new Died();
              }
            });
      }
      try {
        store.adoption().run(rule);
        return false;
      } catch (Died died) {
        return true;
      }
    }
  }

  /** The process is gone. */
  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }
}
