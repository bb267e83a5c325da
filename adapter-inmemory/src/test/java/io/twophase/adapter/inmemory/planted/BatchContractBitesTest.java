package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
              Planted.named(
                  planted, PlantedBatches.OverSoundBatches.class, List.of(PlantedBatches.class));
          return new BatchStore(batches.transactions, batches);
        };

    assertThat(ContractRun.of(OnPlantedBatches.class).failures()).contains(test);
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
              Planted.named(
                  planted,
                  TransactionRepository.class,
                  List.of(PlantedMembers.class),
                  sound.transactions());
          return new BatchStore(transactions, sound.batches());
        };

    assertThat(ContractRun.of(OnPlantedBatches.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedBatches.planted = BatchContractBitesTest::sound;

    ContractRun run = ContractRun.of(OnPlantedBatches.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(100);
  }
}
