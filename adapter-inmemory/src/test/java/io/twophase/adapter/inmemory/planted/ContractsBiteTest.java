package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.adapter.inmemory.InMemoryTransactionRepository;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.DiscoverySelector;

/** Each repository that breaks one promise fails the contract, at the test of that promise. */
class ContractsBiteTest {

  private static final int TRIES = 10;

  /** The contract on accounts, on whatever is planted. */
  static final class OnPlantedAccounts extends AccountRepositoryContract {
    private static Supplier<AccountRepository> planted =
        () -> new InMemoryAccountRepository(HoldLimit.DEFAULT);

    @Override
    protected AccountRepository repository() {
      return planted.get();
    }
  }

  /** The contract on documents, on whatever is planted. */
  static final class OnPlantedDocuments extends DocumentRepositoryContract {
    private static Function<HoldLimit, PlantedDocuments.OverSoundDocuments> planted =
        PlantedDocuments.OverSoundDocuments::new;

    private PlantedDocuments.OverSoundDocuments last = planted.apply(HoldLimit.DEFAULT);

    @Override
    protected DocumentRepository repository(HoldLimit limit) {
      last = planted.apply(limit);
      return last;
    }

    @Override
    protected void host(DocumentRef document, Fields fields) {
      last.sound.store(document, fields);
    }
  }

  /** The contract on transactions, on whatever is planted. */
  static final class OnPlantedTransactions extends TransactionRepositoryContract {
    private static Supplier<TransactionRepository> planted =
        () -> new InMemoryTransactionRepository(Clock.systemUTC());

    @Override
    protected TransactionRepository repository() {
      return planted.get();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SettleIgnoresTheEpoch,          Settling,         whatIsHeldAtAnotherEpochIsFencedOff",
    "SettleIgnoresTheEpoch,          ChangedAtRandom,  randomChangesComeOutAsTheDomainSays",
    "HoldIsNotAtomic,                UsedByMany,       ofManyWhoHoldForOneTransactionOneDoes",
    "WithdrawIgnoresTheEpoch,        Releasing,        whatIsHeldAtAnotherEpochIsFencedOff",
    "ReleaseNeedsTheEpoch,           Releasing,        aHoldIsReleasedWhateverItsEpoch",
    "HoldIgnoresWhatIsAvailable,     Holding,          allThatIsAvailableCanBeHeldAndNothingMore",
    "HoldIgnoresWhatIsAvailable,     ChangedAtRandom,  randomChangesComeOutAsTheDomainSays",
    "HoldIgnoresTheHoldThatIsThere,  Holding,          aTransactionHasOneHoldOnAnAccountWhateverTheOperation",
    "HoldKnowsIdAndEpochOnly,        HoldingForAnother, isNeverTakenForTheHoldOfAnotherOperation",
    "StampKnowsTheIdOnly,            HoldingForAnother, isNotStampedAsAnEqualAmountOfAnotherCurrency",
    "SettleKnowsIdAndEpochOnly,      HoldingForAnother, staysWhereOtherHoldsOfTheCallAreSettled",
    "ReleaseKnowsTheIdOnly,          HoldingForAnother, staysWhereOtherHoldsOfTheCallAreReleased",
    "HoldHasAnOrderOfItsOwn,         HoldingInBatches, aLegThatComesFirstIsNotRefusedForALaterOne",
    "HoldIsAllOrNothingPerAccount,   HoldingInBatches, ofAThousandLegsOnOneAccountTheFirstThatFitAreHeld",
    "SettleMovesAllThatIsHeld,       Settling,         ofADebitThatIsCapturedInPartTheRestIsAvailableAgain",
    "SettleMovesAllThatIsHeld,       ChangedAtRandom,  randomChangesComeOutAsTheDomainSays",
    "StampMatchesTheSameEpoch,       Stamping,         aHoldOfTheSameOrANewerEpochIsLeft",
    "AtMostAsksForOneAtLeast,        HoldingAtMost,    whereNothingIsThereThatIsTheAnswer",
    "AtMostIsReleasedWhole,          HoldingAtMost,    itIsReleasedHoweverMuchItHoldsAtWhateverEpoch",
    "OpenForgetsTheFloor,            Opening,          aFloorAboveZeroIsKept",
    "FindForgetsTheNormalDirection,  Opening,          aDebitNormalAccountIsKeptWithTheSignTurned",
    "ScanIsInTheOrderOfUtf16,        Reading,          aScanIsInTheOrderOfCodePoints",
    "LatestIsRemembered,             ReadingTheLatest, theLatestIsTheAccountAfterEveryChange",
    "ScanHeldForgetsTheFirst,        Reading,          aScanOfHeldAccountsShowsThoseThatHaveAHoldAndNoOthers",
    "ScanHeldShowsAll,               Reading,          anAccountWithoutItsLastHoldIsNotInAScanOfHeldOnes",
    "FindIsNotWhole,                 Holding,          aDebitIsSetAsideFromWhatIsAvailable",
  })
  void aPlantedAccountRepositoryFailsAtTheTestOfItsPromise(
      String planted, String suite, String test) {
    OnPlantedAccounts.planted = () -> plant("PlantedAccounts$" + planted, AccountRepository.class);

    assertThat(failsAt(test, suiteOf(OnPlantedAccounts.class, suite))).as(test).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "AdvanceIgnoresTheEpoch,       Advancing, everyTransitionDoesInEveryStateWhatTheDomainSays",
    "AdvanceIgnoresTheEpoch,       Advancing, aTakeOverFencesOffTheOwnerBefore",
    "AdvanceIgnoresTheMatchCount,  Advancing, aTransitionAskedAgainIsNotMadeAgain",
    "DecideForgetsTheAmounts,      Authorizing, whatTakesAsMuchAsThereIsIsReadBackAndHowMuchThatWas",
    "CaptureForgetsTheAmounts,     Authorizing, whatIsCapturedInPartIsReadBackToTheLastUnit",
    "CaptureIgnoresApprovals,      Authorizing, approvalsAreCountedOnceEachInTheOrderInWhichTheyCame",
    "VoidIgnoresTheMatchCount,     Authorizing, aCaptureInFullIsTheDecision",
    "OverdueIgnoresTheTime,        Authorizing, theOverdueAreThoseThatAreAuthorizedAndExpiredTheFirstToExpireFirst",
    "BeginOverwrites,              Beginning, anIdIsTakenWhateverIsStoredThereAndThatIsLeftAlone",
    "BeginOverwrites,              Beginning, ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts",
    "LatestIsOldestFirst,          Listing,   theNewestComeFirst",
    "LatestIgnoresTheLabels,       Listing,   thoseOfWhichAllThatIsAskedForIsSaidAreListed",
    "ScanOfAnAccountForgetsCredits, Listing,  aScanOfAnAccountShowsAllThatMoveItsMoneyInEveryState",
    "BeginForgetsTheMetadata,      Listing,   labelsAreReadBackAsTheyWereBegunAndStay",
    "LatestIsRemembered,           ReadingTheLatest, askingForTheLatestLeavesTheRecordToItsOwner",
    "UnfinishedIgnoresTheSkip,     Unfinished, thoseThatAreSkippedAreTheFirstAndTheLimitCountsFromThere",
    "UnfinishedIgnoresThePlace,    Unfinished, pagesFollowOneAnotherThoughRecordsOfThemChange",
    "UnfinishedGoesOnByTheDate,    Unfinished, pagesFollowOneAnotherThoughRecordsOfThemChange",
    "EndedIsNewestFirst,           Retaining, whatWasFinishedFirstComesFirstAndOneAtATimeFollows",
    "EndedIgnoresThePlace,         Retaining, whatWasFinishedFirstComesFirstAndOneAtATimeFollows",
    "RemoveKnowsTheIdOnly,         Retaining, oneThatHasTakenTheIdSinceItWasReadStays",
    "RemoveIgnoresTheMatchCount,   Retaining, whatIsNotFinishedIsNotRemoved",
    "ReplaceFreesTheId,            LeavingReceipts, aReceiptIsInThePlaceOfItsRecordAndItsIdStaysTaken",
    "ReplaceKnowsTheIdOnly,        LeavingReceipts, whatIsNotFinishedOrWasFinishedAtAnotherTimeIsNotReplaced",
    "ReplaceForgetsTheAnswer,      LeavingReceipts, aReceiptHasTheAnswer",
    "RemoveReceiptsIgnoresTheAge,  LeavingReceipts, theOldestReceiptsAreRemovedAndTheirIdsAreFree",
    "FindForgetsTheReason,         Reading,   aReasonIsReadBackAsItWasStored",
  })
  void aPlantedTransactionRepositoryFailsAtTheTestOfItsPromise(
      String planted, String suite, String test) {
    OnPlantedTransactions.planted =
        () -> plant("PlantedTransactions$" + planted, TransactionRepository.class);

    assertThat(failsAt(test, suiteOf(OnPlantedTransactions.class, suite))).as(test).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "SettleIgnoresTheEpoch,         Operations, isFencedOffAtAnyOtherEpoch",
    "SettleIgnoresTheEpoch,         ChangedAtRandom, randomChangesComeOutAsTheDomainSays",
    "WithdrawIgnoresTheEpoch,       Operations, isWithdrawnAtItsEpochOnly",
    "ReleaseNeedsTheEpoch,          Operations, isAsBeforeWhenItIsReleasedWhateverItsEpoch",
    "HoldIgnoresTheHoldThatIsThere, Operations, isPresentAndNotExactlyForAnotherOperation",
    "HoldIgnoresWhoIsBusy,          Rules,      isBusyWhereAnotherHasTheDocumentForItself",
    "HoldIgnoresWhoIsBusy,          UsedByMany, ofManyWhoWantADocumentForThemselvesOneHasIt",
    "ScanHeldIgnoresTheCollection,  Rules,      aScanShowsWhatIsHeldInItsCollectionAndNothingElse",
    "CollectionsForgetsWhatHasEnded, Rules,     everyCollectionThatWasAskedForAHoldIsNamedWhateverCameOfIt",
    "FindHidesPlaceholders,         Operations, isHeldAndChangesNothingYet",
    "HoldAnswersInAnOrderOfItsOwn,  InLongCalls, eachLegIsAnsweredInItsPlaceWhateverBecomesOfTheOthers",
    "ReleaseForgetsTheLast,         InLongCalls, whatIsGivenBackIsAsBefore",
    "HoldIgnoresTheLimit,           FullOfHolds, isBusyUntilOneOfItsHoldsEnds",
    "HoldIgnoresTheSize,            OfSize,     whatIsInsertedMayBeSoLargeAndNotLarger",
    "HoldIgnoresTheSize,            OfSize,     whatIsHeldCanBeSettled",
    "HoldForgetsTheDatabase,        OfAHost,    documentsOfOneNameInSeveralDatabasesAreSeveral",
    "FindMistakesTheTypeOfNumbers,  OfAHost,    fieldsOfEveryTypeStayAsTheyAre",
    "HoldIgnoresWhoIsBusy,          InAStorm,   nothingIsLostAndNobodyIsBesideWhoHasADocumentForItself",
  })
  void aPlantedDocumentRepositoryFailsAtTheTestOfItsPromise(
      String planted, String suite, String test) {
    OnPlantedDocuments.planted =
        limit -> plant("PlantedDocuments$" + planted, PlantedDocuments.OverSoundDocuments.class);

    assertThat(failsAt(test, suiteOf(OnPlantedDocuments.class, suite))).as(test).isTrue();
  }

  @Test
  void aSoundDocumentRepositoryFailsAtNothing() {
    OnPlantedDocuments.planted = PlantedDocuments.OverSoundDocuments::new;

    ContractRun run = ContractRun.of(OnPlantedDocuments.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(80);
  }

  @Test
  void aSoundRepositoryFailsAtNothing() {
    OnPlantedAccounts.planted = OverSoundAccounts::new;

    ContractRun run = ContractRun.of(OnPlantedAccounts.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(100);
  }

  private static DiscoverySelector suiteOf(Class<?> planted, String suite) {
    String nested = planted.getSuperclass().getName() + "$" + suite;
    return selectNestedClass(List.of(planted.getName()), nested);
  }

  /** Races, and changes at random, need not meet a fault the first time. */
  private static boolean failsAt(String test, DiscoverySelector suite) {
    return IntStream.range(0, TRIES)
        .anyMatch(tried -> ContractRun.of(suite).failures().contains(test));
  }

  private static <T> T plant(String name, Class<T> type) {
    try {
      Class<?> planted = Class.forName(ContractsBiteTest.class.getPackageName() + "." + name);
      return type.cast(planted.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("there is no " + name, missing);
    }
  }
}
