package io.twophase.adapter.mongo.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.LooseGuards;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.range.RangeEndingContract;
import io.twophase.test.contract.range.RangeHoldingContract;
import io.twophase.test.contract.range.RangeStore;
import io.twophase.test.equality.range.RangeEquality;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

@DisplayName("Each guard of an update of a range is needed: the contract fails without it")
class RangeGuardsTest {

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final Map<HoldLimit, MongoStore> STORES = new HashMap<>();

  /** The contract, on a server that leaves out of filters what the test says. */
  static final class Holding extends RangeHoldingContract {
    Holding() {
      super(() -> store(HoldLimit.DEFAULT));
    }
  }

  static final class Ending extends RangeEndingContract {
    Ending() {
      super(() -> store(HoldLimit.DEFAULT));
    }
  }

  /** Emptied, and opened once: that is most of a test's work. */
  private static RangeStore store(HoldLimit limit) {
    MongoStore store = STORES.computeIfAbsent(limit, RangeGuardsTest::opened);
    CLIENT.getDatabase("guards").getCollection("accounts").deleteMany(new BsonDocument());
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }

  private static MongoStore opened(HoldLimit limit) {
    return MongoStore.using(
        CLIENT, "guards", MongoStoreSettings.defaults().withProbe(false).withHoldLimit(limit));
  }

  /** The updates, by what they change. */
  private enum Sent {
    HOLD("$push"),
    STAMP("$set"),
    END("$pull"),
    COUNT("$inc");

    private final String operator;

    Sent(String operator) {
      this.operator = operator;
    }

    boolean is(Document update) {
      Document change = (Document) update.get("u");
      return change != null && change.keySet().iterator().next().equals(operator);
    }
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
    "HOLD,  openFor,                 anAccountThatTakesNoHoldIsSeenAsThat",
    "HOLD,  openFor,                 anotherCurrencyIsNotHeld",
    "HOLD,  available $gte,          whatTheAccountHasNotIsNotHeldAndItsBoundsAreSeen",
    "HOLD,  receivable $gte,         whatTheAccountHasNotIsNotHeldAndItsBoundsAreSeen",
    "HOLD,  available $lte,          aReducedRangeIsHeldWhereWhatItSaysIsTrueAndSaysSo",
    "HOLD,  receivable $lte,         aReducedRangeIsHeldWhereWhatItSaysIsTrueAndSaysSo",
    "HOLD,  pendingTransactions.id,  aBatchHasOneRangeOfAnAccountWhateverItsEpoch",
    "COUNT, debit,                   ofManyThatAreHeldEachIsThatFits",
    "STAMP, epoch,                   aStampRaisesTheRangeThatWasReadAndNoOther",
    "STAMP, credit,                  aStampRaisesTheRangeThatWasReadAndNoOther",
    "STAMP, had,                     ofManyThatAreStampedEachIsThatIsAsItWasRead",
  })
  void ofHolding(Sent sent, String guard, String test) {
    SERVER.on("update", leavingOut(sent, guard));

    assertThat(failures(run(Holding.class))).contains(test);
  }

  @ParameterizedTest
  @CsvSource({
    "END,   epoch,   aCallerMaySayWhatIsHeld",
    "END,   credit,  whatIsGivenBackIsTheHoldsOwnWhateverItsCallerSays",
    "END,   debit,   whatIsGivenBackIsTheHoldsOwnWhateverItsCallerSays",
    "END,   pendingTransactions, aCallerMaySayWhatIsHeld",
    "COUNT, epoch,   aRangeIsFencedOffAtAnotherEpoch",
  })
  void ofEnding(Sent sent, String guard, String test) {
    SERVER.on("update", leavingOut(sent, guard));

    assertThat(failures(run(Ending.class))).contains(test);
  }

  @Test
  void ofTheLimit() {
    SERVER.on("update", leavingOut(Sent.HOLD, "pendingTransactions.2"));

    assertThat(differences()).isNotEmpty();
  }

  @Test
  void withAllOfThemNothingFails() {
    SERVER.on("update", leavingOut(Sent.HOLD, "nothing"));

    Events holding = run(Holding.class);
    Events ending = run(Ending.class);

    assertThat(failures(holding)).isEmpty();
    assertThat(failures(ending)).isEmpty();
    assertThat(holding.succeeded().count() + ending.succeeded().count()).isGreaterThan(20);
    assertThat(differences()).isEmpty();
  }

  private static String differences() {
    HoldLimit limit = new HoldLimit(3);
    RangeEquality equality =
        new RangeEquality(
            () -> {
              InMemoryAccountRepository accounts = new InMemoryAccountRepository(limit);
              return new RangeStore(accounts, accounts.ranges());
            },
            () -> store(limit));
    long seed = Seed.next("RangeGuardsTest");
    return Stream.iterate(seed, next -> next + 1)
        .limit(5)
        .flatMap(each -> equality.difference(each, 100).toJavaStream())
        .findFirst()
        .orElse("");
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

  private static FaultyServer.Fault leavingOut(Sent sent, String guard) {
    return LooseGuards.leavingOut("updates", sent::is, guard);
  }
}
