package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.record.RecordsContract;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that break one promise fail the contract, at its test. */
class RecordsContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedRecords extends RecordsContract {
    private static PlantedRecords.Fault planted = PlantedRecords.Fault.NONE;

    private final SettableClock clock = new SettableClock(Fixtures.NOW);

    @Override
    protected Records records() {
      return new PlantedRecords(new InMemoryRecords(clock), planted);
    }

    @Override
    protected void letTimePass() {
      clock.advance(Duration.ofMillis(1));
    }
  }

  private static ContractRun run(PlantedRecords.Fault planted, String suite, String test) {
    OnPlantedRecords.planted = planted;
    return ContractRun.of(OnPlantedRecords.class, suite, test);
  }

  @ParameterizedTest
  @CsvSource({
    "SAYS_BEGUN_FOR_WHAT_IS_THERE, Inserting, ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts",
    "STOPS_AT_A_TAKEN_ID, Inserting, oneWhoseIdIsTakenIsOutAndTheOthersAreIn",
    "LOSES_LABELS, Reading, randomBodiesAreReadBackAsTheyWereStoredAloneAndAsMembers",
    "MOVES_AT_ANY_EPOCH, Moving, aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays",
    "MOVES_AT_ANY_EPOCH, MovingAtOnce, ofManyWhoTakeARecordOverOneDoesAndTheRecordIsIts",
    "EVERY_MOVE_IS_MATCHED, Moving, noTransitionMatchesAMember",
    "EVERY_MOVE_IS_MATCHED, Receipts, noTransitionAndNoRemovalMatchesAReceipt",
    "DECIDES_WHOEVER_IS_EXCLUDED, MovingAtOnce, anExclusionIsInTheDecisionOrComesTooLate",
    "FORGETS_AMOUNTS, ShowingMembers, aMemberTellsHowMuchItMoved",
    "CAPTURES_UNAPPROVED, Moving, aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays",
    "TAKES_FROM_ANY_RECORD, Taking, aMemberOfAnotherRecordIsNotTakenNorAnotherBody",
    "FORGETS_WHO_TAKES, Taking, aMemberGoesOnAloneAsARecordThatMoves",
    "ANSWERS_IN_AN_ORDER_OF_ITS_OWN, MovingAtOnce, eachOfACallHasItsOwnAnswerInTheOrderAsked",
    "MEMBERS_ARE_ABSENT, Inserting, membersAreReadBackWithTheirRecord",
    "MEMBERS_LOOK_FREE, ShowingMembers, membersArePendingAndAsTheDecisionSaysThen",
    "BATCHES_ARE_ABSENT, ShowingMembers, aRecordOfSeveralIsNoTransactionAndAMemberIsNoRecord",
    "REMEMBERS_THE_LATEST, Latest, askingForTheLatestLeavesTheRecordToItsOwner",
    "LISTS_THE_OLDEST_FIRST, ListingTransactions,"
        + " theNewestAreThoseBegunLastAndNotThoseChangedLast",
    "LISTS_THE_OLDEST_FIRST, ListingRecords, whatHasNotChangedForLongestComesFirst",
    "LISTS_WHATEVER_THE_LABELS, ListingTransactions,"
        + " thoseOfWhichAllThatIsAskedForIsSaidAreListed",
    "LISTS_WHAT_CHANGED_LATELY, ListingRecords, whatHasChangedLatelyIsNotShown",
    "LISTS_EVERY_PAGE_FROM_THE_START, ListingRecords,"
        + " pagesFollowOneAnotherThoughRecordsOfThemChange",
    "LISTS_WHOEVER_OWNS_IT, ListingRecords, onlyWhatAnApplicationOwnedLastIsShownIfItIsAskedFor",
    "FORGETS_NOTHING, ListingRecords, whatLeftSomebodyOutIsShownUntilThatIsForgotten",
    "FINDS_NOBODY_NAMING, ListingRecords, whoNamesARecordIsFoundAndNobodyElse",
    "SCANS_NO_MEMBERS, ListingTransactions, whatIsListedAndScannedIsWhatIsRead",
    "SCANS_DEBITS_ONLY, ListingTransactions,"
        + " thoseThatTouchAnAccountAreListedAndScannedOnWhicheverSide",
    "REMOVES_WHATEVER_IS_THERE, Removing, whatHasNotEndedIsNotRemoved",
    "RECEIPTS_FREE_THE_ID, Receipts, aReceiptIsInThePlaceOfItsTransactionAndItsIdStaysTaken",
    "RECEIPTS_FORGET_THE_AMOUNT, Receipts, aReceiptTellsHowMuchWasMoved",
    "RECEIPTS_GO_AT_ANY_AGE, Receipts, theOldestReceiptsAreRemovedAndTheirIdsAreFree",
  })
  void failsAtTheTestOfItsPromise(PlantedRecords.Fault planted, String suite, String test) {
    assertThat(run(planted, suite, test).failures()).contains(test);
    ContractRun sound = run(PlantedRecords.Fault.NONE, suite, test);
    assertThat(sound.failures()).isEmpty();
    assertThat(sound.succeeded()).isPositive();
  }
}
