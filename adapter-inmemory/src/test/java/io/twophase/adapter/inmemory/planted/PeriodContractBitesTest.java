package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each repository that breaks one promise fails the contract of periods, at its test. */
class PeriodContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedPeriods extends PeriodRepositoryContract {
    private static String planted = "OverSoundPeriods";

    @Override
    protected PeriodStore store() {
      PlantedPeriods.OverSoundPeriods periods =
          Planted.named(
              planted, PlantedPeriods.OverSoundPeriods.class, List.of(PlantedPeriods.class));
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

    assertThat(ContractRun.of(OnPlantedPeriods.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedPeriods.planted = "OverSoundPeriods";

    ContractRun run = ContractRun.of(OnPlantedPeriods.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(7);
  }
}
