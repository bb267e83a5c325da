package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Each repository that breaks one promise fails the contract of events, at its test. */
class EventContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedEvents extends EventRepositoryContract {
    private static String planted = "OverSoundEvents";

    @Override
    protected EventStore store() {
      PlantedEvents.OverSoundEvents events = plant(planted);
      return new EventStore(events.transactions, events.transactions.batches(), events);
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

    assertThat(failures(run())).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedEvents.planted = "OverSoundEvents";

    Events tests = run();

    assertThat(failures(tests)).isEmpty();
    assertThat(tests.succeeded().count()).isGreaterThan(20);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .selectors(selectClass(OnPlantedEvents.class))
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

  private static List<Class<?>> all() {
    return Stream.of(PlantedEvents.class, PlantedLeaves.class)
        .flatMap(where -> Stream.<Class<?>>of(where.getDeclaredClasses()))
        .toList();
  }

  private static PlantedEvents.OverSoundEvents plant(String name) {
    for (Class<?> each : all()) {
      if (each.getSimpleName().equals(name)) {
        try {
          Constructor<?> constructor = each.getDeclaredConstructors()[0];
          return (PlantedEvents.OverSoundEvents) constructor.newInstance();
        } catch (ReflectiveOperationException impossible) {
          throw new IllegalArgumentException(name, impossible);
        }
      }
    }
    throw new IllegalArgumentException("no " + name);
  }
}
