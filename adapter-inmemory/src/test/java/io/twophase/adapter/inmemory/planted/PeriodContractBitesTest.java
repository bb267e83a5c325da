package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Each repository that breaks one promise fails the contract of periods, at its test. */
class PeriodContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedPeriods extends PeriodRepositoryContract {
    private static String planted = "OverSoundPeriods";

    @Override
    protected PeriodStore store() {
      PlantedPeriods.OverSoundPeriods periods = plant(planted);
      return new PeriodStore(periods.documents, periods);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "StopsNothing,      anOpenOneTakesNoNewPostings",
    "AlwaysMatches,     oneThatIsNotOpenIsNotStopped",
    "StopsAgain,        oneThatIsNotOpenIsNotStopped",
    "SaysNothing,       anOpenOneTakesNoNewPostings",
    "DropsHolds,        whatWasBegunInItGoesOn",
    "ResumesNothing,    oneThatIsBeingClosedTakesPostingsAgain",
    "ResumesAnything,   oneThatIsNotBeingClosedIsNotResumed",
    "AlwaysMatches,     aPlaceholderIsNoPeriod",
    "ListsBackwards,    namesComeInTheirOrder",
    "ListsFromTheStart, namesComeInTheirOrder",
    "ListsAllAtOnce,    namesComeInPages",
  })
  void periodsFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedPeriods.planted = planted;

    assertThat(failures(run())).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedPeriods.planted = "OverSoundPeriods";

    Events tests = run();

    assertThat(failures(tests)).isEmpty();
    assertThat(tests.succeeded().count()).isGreaterThan(7);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .selectors(selectClass(OnPlantedPeriods.class))
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

  private static PlantedPeriods.OverSoundPeriods plant(String name) {
    for (Class<?> each : PlantedPeriods.class.getDeclaredClasses()) {
      if (each.getSimpleName().equals(name)) {
        try {
          Constructor<?> constructor = each.getDeclaredConstructors()[0];
          return (PlantedPeriods.OverSoundPeriods) constructor.newInstance();
        } catch (ReflectiveOperationException impossible) {
          throw new IllegalArgumentException(name, impossible);
        }
      }
    }
    throw new IllegalArgumentException("no " + name);
  }
}
