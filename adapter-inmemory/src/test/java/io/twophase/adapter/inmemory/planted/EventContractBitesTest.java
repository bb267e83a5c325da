package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each repository that breaks one promise fails the contract of events, at its test. */
class EventContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedEvents extends EventRepositoryContract {
    private static String planted = "OverSoundEvents";

    @Override
    protected EventStore store() {
      PlantedEvents.OverSoundEvents events =
          Planted.named(
              planted,
              PlantedEvents.OverSoundEvents.class,
              List.of(
                  PlantedEvents.class,
                  PlantedLeaves.class,
                  PlantedSignals.class,
                  PlantedTrimming.class));
      return new EventStore(events.records, events);
    }

    @Override
    protected boolean isSignalling() {
      return true;
    }

    /** In memory a signal comes at once. */
    @Override
    protected Duration patience() {
      return Duration.ofMillis(100);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IsOnFromTheStart,           nothingIsListedWhileEventsAreOff",
    "ListsBackwards,             whatIsDecidedIsListedInTheOrderOfTheDecisions",
    "ForgetsBatches,             aBatchIsListedAsOne",
    "ForgetsBatches,             aBatchThatIsCanceledIsListed",
    "MarksNothing,               whatIsMarkedIsListedNoMore",
    "MarksNothing,               aBatchThatIsMarkedIsListedNoMore",
    "StaysOn,                    nothingIsListedOnceTheyAreTurnedOff",
    "ForgetsAsItIsTurnedOnAgain, turningThemOnAgainChangesNothing",
    "GivesBehindOneThatIsTaken,  noneIsGivenBehindOneThatIsTaken",
    "GivesBehindOneThatIsTaken,  whereTheFirstIsTakenNoneIsGiven",
    "GivesFromTheEnd,            noneIsGivenBehindOneThatIsTaken",
    "ReadsFromTheNumberOn,       numbersAreGivenInTheOrderOfTheRecords",
    "SortsNumbersAsText,         numbersAreNoTexts",
    "ConfirmsWhatIsLower,        whatIsConfirmedIsNeverLowered",
    "TakesWhatWaitsForRead,      whatHasAHigherNumberOrWaitsForOneIsUnread",
    "TakesTheLastForUnread,      whatHasAHigherNumberOrWaitsForOneIsUnread",
    "TrimsWhatIsNotConfirmed,    whatIsNotConfirmedIsNotTrimmed",
    "NotesNothing,               numbersUpToOneAreRemovedAndThatIsNoted",
    "NotesNothing,               numbersGoOnWhereAllAreTrimmed",
    "LowersWhatIsTrimmed,        whatIsTrimmedIsNeverLowered",
    "TrimsOneMore,               numbersUpToOneAreRemovedAndThatIsNoted",
    "TrimsEachNumberOnce,        aNumberThatCameBackIsRemovedWithTheNext",
    "SignalsNothing,             aDecisionIsSignalled",
    "SignalsNothing,             theDecisionOfABatchIsSignalled",
    "SignalsOnce,                aDecisionIsSignalled",
    "SignalsTheClosed,           nobodyIsCalledOnceItIsClosed",
    "ClosesAll,                  othersAreStillCalledWhenOneIsClosed",
    "AddsAgain,                  aConsumerIsAddedOnce",
    "MovesFromAnywhere,          aConsumerMovesFromWhereItIs",
    "MovesFromAnywhere,          oneThatIsNotThereDoesNotMove",
    "MovesByTheNumberAlone,      aConsumerMovesFromWhereItIs",
    "ForgetsNobody,              aConsumerIsForgotten",
    "NumbersByTheLastMark,       aRecordKeepsTheNumberThatItIsMarkedWith",
    "IsTurnedOnFromTheStart,     noneAreAddedUntilThatIsTurnedOn",
    "ForgetsAsItIsTurnedOff,     whatIsThereStaysWhenItIsTurnedOff",
    "AddsFourAtMost,             leavesAreReadAsTheyWereAdded",
    "SortsLeavesAsText,          leavesAreReadAsTheyWereAdded",
    "FindsAllUpToTheLast,        leavesAreFoundByTheirNumbers",
    "LosesMembers,               theDigestsOfMembersAreKept",
    "Overwrites,                 aLeafThatIsThereStays",
    "AddsBehindOneThatIsThere,   aLeafThatIsThereStays",
    "AddsBehindOneThatIsThere,   noneIsAddedBehindOneThatIsThere",
  })
  void eventsFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedEvents.planted = planted;

    assertThat(ContractRun.of(OnPlantedEvents.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedEvents.planted = "OverSoundEvents";

    ContractRun run = ContractRun.of(OnPlantedEvents.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(20);
  }
}
