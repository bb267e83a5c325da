package io.twophase.adapter.mongo.atomic.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.atomic.planted.PlantedBatches.Fault;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.atomic.AtomicBatchesContract;
import io.vavr.control.Option;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * Atomic batches that break one promise fail the contract, at the test of that promise. Sound ones
 * pass it: {@code TransactionServerAtomicBatchesTest}.
 */
class AtomicBatchesBiteTest {

  private static final int TRIES = 10;

  /** The contract, on whatever is planted. */
  static final class OnPlantedBatches extends AtomicBatchesContract {

    @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

    private static Option<Fault> planted = Option.none();

    @Override
    protected Store store() {
      MongoStore store =
          FRESH.store(MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
      return planted
          .<Store>map(
              fault ->
                  new PlantedStore(
                      store,
                      new PlantedBatches(fault, store.atomicBatches().get(), FRESH.database())))
          .getOrElse(store);
    }
  }

  private record PlantedStore(MongoStore sound, AtomicBatches planted) implements Store {
    @Override
    public AccountRepository accounts() {
      return sound.accounts();
    }

    @Override
    public DocumentRepository documents() {
      return sound.documents();
    }

    @Override
    public TransactionRepository transactions() {
      return sound.transactions();
    }

    @Override
    public OwnerRepository owners() {
      return sound.owners();
    }

    @Override
    public Home home() {
      return sound.home();
    }

    @Override
    public Option<AtomicBatches> atomicBatches() {
      return Option.some(planted);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "COMMITS_HALF,                     whatIsAppliedHasMovedAndItsRecordIsDone",
    "FORGETS_A_CONFLICT,               anIdThatIsTakenKeepsTheWholeCallFromRunning",
    "ANSWERS_DONE_FOR_AN_ABORT,        anIdThatIsTakenKeepsTheWholeCallFromRunning",
    "ANSWERS_DONE_FOR_AN_ABORT,        ofManyAtOnceEachIsWholeAndNoneIsLost",
    "IGNORES_WHAT_OTHERS_HOLD,         whatOthersHoldIsNotTheirsToSpendAndStays",
    "LEAVES_A_WRONG_BALANCE,           whatIsAppliedHasMovedAndItsRecordIsDone",
    "ANSWERS_NOT_RUN_FOR_A_COMMIT,     whatIsAppliedHasMovedAndItsRecordIsDone",
    "IGNORES_THE_STATUS,               eachRuleOfAnAccountIsKept",
    "IGNORES_THE_ORDER,                inOrderOneThatIsLeftKeepsThoseBehindItThatShareAnAccount",
    "ANSWERS_DONE_FOR_WHAT_IS_LEFT,    nothingIsStoredOfWhatIsLeft",
    "LEAVES_NO_RECORD,                 whatIsDoneKeepsItsIdFromEverBeingBegun",
    "FORGETS_REFUSALS,                 whatIsRefusedIsStoredWithItsReason",
    "LEAVES_RECORDS_OPEN_TO_THE_INDEX, whatIsAppliedHasMovedAndItsRecordIsDone",
  })
  void plantedOnesFailAtTheTestOfTheirPromise(Fault fault, String test) {
    OnPlantedBatches.planted = Option.some(fault);
    try {
      assertThat(failsAt(test)).as(test).isTrue();
    } finally {
      OnPlantedBatches.planted = Option.none();
    }
  }

  /** What many do at once need not meet a fault the first time. */
  private static boolean failsAt(String test) {
    return IntStream.range(0, TRIES).anyMatch(tried -> failsOnceAt(test));
  }

  private static boolean failsOnceAt(String test) {
    return EngineTestKit.engine("junit-jupiter")
            .selectors(selectMethod(OnPlantedBatches.class, test))
            .execute()
            .testEvents()
            .failed()
            .count()
        > 0;
  }
}
