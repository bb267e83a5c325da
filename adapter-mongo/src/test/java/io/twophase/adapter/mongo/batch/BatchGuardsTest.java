package io.twophase.adapter.mongo.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.LooseGuards;
import io.twophase.test.contract.batch.BatchAdvancingContract;
import io.twophase.test.contract.batch.BatchRemovingContract;
import io.twophase.test.contract.batch.BatchStore;
import io.twophase.test.contract.batch.MemberTakingContract;
import io.twophase.test.contract.batch.MembersAsTransactionsContract;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

@DisplayName("Each guard of a write of a batch is needed: the contract fails without it")
class BatchGuardsTest {

  private static final String TRANSITIONS =
      "aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays";

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final MongoStore STORE =
      MongoStore.using(CLIENT, "guards", MongoStoreSettings.defaults().withProbe(false));

  static final class Advancing extends BatchAdvancingContract {
    Advancing() {
      super(BatchGuardsTest::store);
    }
  }

  static final class Taking extends MemberTakingContract {
    Taking() {
      super(BatchGuardsTest::store);
    }
  }

  static final class Removing extends BatchRemovingContract {
    Removing() {
      super(BatchGuardsTest::store);
    }
  }

  static final class AsTransactions extends MembersAsTransactionsContract {
    AsTransactions() {
      super(BatchGuardsTest::store);
    }
  }

  /** Emptied, and opened once: that is most of a test's work. */
  private static BatchStore store() {
    CLIENT.getDatabase("guards").getCollection("transactions").deleteMany(new BsonDocument());
    return new BatchStore(STORE.transactions(), STORE.batches().get().records());
  }

  /** Whether an update has this in it. */
  private static boolean has(Document update, String text) {
    return String.valueOf(update.get("u")).contains(text);
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

  @ParameterizedTest
  @CsvSource({
    "\"epoch\",      epoch",
    "\"epoch\",      state",
    "\"applied\",    excluded",
    "\"applied\",    epoch",
    "\"applied\",    state",
    "\"$push\",      members",
    "\"$push\",      excluded.member",
    "\"$push\",      state",
    "\"done\",       state",
    "\"canceling\",  epoch",
    "\"canceling\",  state",
    "\"canceled\",   state",
  })
  void ofTransitions(String change, String guard) {
    SERVER.on("update", LooseGuards.leavingOut("updates", u -> has(u, change), guard));

    assertThat(failures(run(Advancing.class))).contains(TRANSITIONS);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  batch,       aMemberIsTakenIntoAnotherBatch",
    "false, batch,       aMemberOfAnotherBatchIsNotTaken",
    "false, value,       anotherBodyIsNotTaken",
    "false, destination, anotherBodyIsNotTaken",
  })
  void ofTakes(boolean isIntoBatch, String guard, String test) {
    SERVER.on(
        "update", LooseGuards.leavingOut("updates", u -> isIntoBatch == has(u, "$set"), guard));

    assertThat(failures(run(Taking.class))).contains(test);
  }

  @ParameterizedTest
  @CsvSource({
    "update, batch, aMemberIsRemovedAsItIsGivenAndItsIdIsFree",
    "update, value, aMemberIsRemovedAsItIsGivenAndItsIdIsFree",
    "delete, state, aRecordIsRemovedOnceItHasEnded",
  })
  void ofRemovals(String command, String guard, String test) {
    SERVER.on(command, LooseGuards.leavingOut(command + "s", write -> true, guard));

    assertThat(failures(run(Removing.class))).contains(test);
  }

  @Test
  void ofLoneTransitions() {
    SERVER.on("update", LooseGuards.leavingOut("updates", u -> true, "kind"));

    assertThat(failures(run(AsTransactions.class))).contains("noTransitionMatchesABatch");
  }

  @Test
  void withAllOfThemNothingFails() {
    for (Class<?> contract :
        List.of(Advancing.class, Taking.class, Removing.class, AsTransactions.class)) {
      Events tests = run(contract);
      assertThat(failures(tests)).isEmpty();
      assertThat(tests.succeeded().count()).isGreaterThan(3);
    }
  }

  private static Events run(Class<?> contract) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents();
  }

  private static List<String> failures(Events tests) {
    return tests
        .failed()
        .map(event -> ((MethodSource) event.getTestDescriptor().getSource().get()).getMethodName())
        .toList();
  }
}
