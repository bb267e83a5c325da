package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Each repository that breaks one promise fails the contract of carried balances, at its test. */
class CarriedBalanceContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedBalances extends CarriedBalanceRepositoryContract {
    private static String planted = "OverSoundCarriedBalances";

    @Override
    protected CarriedBalanceRepository repository() {
      return plant(planted);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ForgetsBatches,    whatIsStoredIsReadAsItWas",
    "ForgetsBatches,    whatHasChangedOnceLessIsReplaced",
    "KeepsLongSums,     aSumMayBeMoreThanAnyBalance",
    "Overwrites,        whatWasChangedMeanwhileStays",
    "Overwrites,        aFirstOneIsStoredOnce",
    "AnswersTheFirst,   eachOfACallIsOnItsOwn",
    "MatchesAlways,     aFirstOneIsStoredOnce",
    "MatchesAlways,     ofThoseWhoReplaceOneAtOnceOneDoes",
    "FindsInTheirOrder, whatIsStoredIsReadAsItWas",
    "ScansNothing,      whatIsStoredIsReadAsItWas",
    "IsNeverComplete,   atFirstNothingIsCarried",
  })
  void balancesFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedBalances.planted = planted;

    assertThat(failures(run())).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedBalances.planted = "OverSoundCarriedBalances";

    Events tests = run();

    assertThat(failures(tests)).isEmpty();
    assertThat(tests.succeeded().count()).isGreaterThan(7);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .selectors(selectClass(OnPlantedBalances.class))
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

  private static PlantedCarriedBalances.OverSoundCarriedBalances plant(String name) {
    for (Class<?> each : PlantedCarriedBalances.class.getDeclaredClasses()) {
      if (each.getSimpleName().equals(name)) {
        try {
          Constructor<?> constructor = each.getDeclaredConstructors()[0];
          return (PlantedCarriedBalances.OverSoundCarriedBalances) constructor.newInstance();
        } catch (ReflectiveOperationException impossible) {
          throw new IllegalArgumentException(name, impossible);
        }
      }
    }
    throw new IllegalArgumentException("no " + name);
  }
}
