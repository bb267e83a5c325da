package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Each repository that breaks one promise fails the contract of batches, at its test. */
class BatchContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedBatches extends BatchRepositoryContract {
    private static Supplier<BatchStore> planted = BatchContractBitesTest::sound;

    @Override
    protected BatchStore store() {
      return planted.get();
    }
  }

  private static BatchStore sound() {
    PlantedBatches.OverSoundBatches batches = new PlantedBatches.OverSoundBatches();
    return new BatchStore(batches.transactions, batches);
  }

  @ParameterizedTest
  @CsvSource({
    "BeginAnswersForTheWhole,            aMemberWhoseIdIsTakenIsOutAndTheOthersAreIn",
    "BeginStopsAtATakenId,               aMemberWhoseIdIsTakenIsOutAndTheOthersAreIn",
    "TakeIgnoresTheBatch,                aMemberOfAnotherBatchIsNotTaken",
    "TakeIgnoresTheBody,                 anotherBodyIsNotTaken",
    "TakeAloneForgetsTheOwner,           aMemberGoesOnAlone",
    "DecideIgnoresExclusions,            anExclusionIsInTheDecisionOrComesTooLate",
    "DecideIgnoresTheEpoch,              aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays",
    "TakeOverIgnoresTheEpoch,            ofManyWhoTakeABatchOverOneDoes",
    "OutcomesAreInAnOrderOfTheirOwn,     aCallMovesSeveralEachByItself",
    "BuryAnswersBegunWhateverIsThere,    aBatchThatIsThereIsNotBuried",
    "BuryStoresNothing,                  aBuriedBatchIsNeverBegun",
    "FindForgetsTheAbsent,               batchesAreFoundInTheOrderAskedAndTheAbsentAreToldInTheirPlace",
    "UnfinishedForgetsWhatIsToBeSettled, whatIsPendingOrToBeSettledIsUnfinished",
    "UnfinishedIgnoresTheTime,           whatHasJustChangedIsLeftOut",
    "EndedForgetsTombstones,             aTombstoneHasEnded",
    "LeavingOutShowsWhatHasNotEnded,     whatHasEndedAndLeftSomebodyOutIsShown",
    "LeavingOutShowsAllThatHasEnded,     whatHasLeftNobodyOutIsNotShown",
    "LeavingOutShowsAllThatHasEnded,     whatIsForgottenIsShownNoMoreAndElseAsItWas",
    "LeavingOutForgetsTombstones,        aTombstoneMayBeNamedByAnybody",
    "LeavingOutIgnoresTheTime,           whatHasJustEndedIsLeftOut",
    "ForgetsNothing,                     whatIsForgottenIsShownNoMoreAndElseAsItWas",
    "ForgetsWhatHasNotEnded,             whatHasNotEndedIsNotForgotten",
    "NamingGoesByTheListAlone,           whoNamesATombstoneIsFound",
    "NamingGoesByTheListAlone,           whoNamesABatchIsFoundAndNobodyElse",
    "RemovesMembersOfAnyBatch,           aMemberIsRemovedAsItIsGivenAndItsIdIsFree",
    "ReplacesMembersOfAnyBatch,          aMemberIsReplacedAsItIsGivenAndItsIdStaysTaken",
    "ReplacesMembersByNothing,           aMemberIsReplacedAsItIsGivenAndItsIdStaysTaken",
    "RemovesWhatIsNotFinished,           aRecordIsRemovedOnceItHasEnded",
  })
  void batchesFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedBatches.planted =
        () -> {
          PlantedBatches.OverSoundBatches batches =
              plant(PlantedBatches.class, PlantedBatches.OverSoundBatches.class, planted);
          return new BatchStore(batches.transactions, batches);
        };

    assertThat(failures(run())).contains(test);
  }

  @ParameterizedTest
  @CsvSource({
    "MembersAreAbsent,           membersOfAPendingBatchArePendingButForTheExcluded",
    "MembersLookLone,            theLatestOfAMemberIsWhatTheDecisionSays",
    "ScanForgetsMembers,         aScanShowsMembersBesideLoneRecordsAndNoBatch",
    "LatestOfAStateShowsMembers, theLatestAreMembersTooUnlessAStateIsAskedFor",
    "UnfinishedShowsMembers,     noMemberAndNoBatchIsAnUnfinishedTransaction",
    "TransitionsMatchMembers,    noTransitionMatchesAMember",
    "BatchesAreAbsent,           theRecordOfABatchIsNoTransaction",
  })
  void readersOfTransactionsFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedBatches.planted =
        () -> {
          BatchStore sound = sound();
          TransactionRepository transactions =
              plant(
                  PlantedMembers.class, TransactionRepository.class, planted, sound.transactions());
          return new BatchStore(transactions, sound.batches());
        };

    assertThat(failures(run())).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedBatches.planted = BatchContractBitesTest::sound;

    Events tests = run();

    assertThat(failures(tests)).isEmpty();
    assertThat(tests.succeeded().count()).isGreaterThan(100);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .selectors(selectClass(OnPlantedBatches.class))
        .execute()
        .testEvents();
  }

  private static List<String> failures(Events tests) {
    return tests.failed().stream()
        .flatMap(event -> event.getTestDescriptor().getSource().stream())
        .flatMap(
            source ->
                source instanceof MethodSource method
                    ? Stream.of(method.getMethodName())
                    : Stream.empty())
        .toList();
  }

  private static <T> T plant(Class<?> among, Class<T> type, String name, Object... arguments) {
    for (Class<?> each : among.getDeclaredClasses()) {
      if (each.getSimpleName().equals(name)) {
        try {
          Constructor<?> constructor = each.getDeclaredConstructors()[0];
          return type.cast(constructor.newInstance(arguments));
        } catch (ReflectiveOperationException impossible) {
          throw new IllegalArgumentException(name, impossible);
        }
      }
    }
    throw new IllegalArgumentException("no " + name);
  }
}
