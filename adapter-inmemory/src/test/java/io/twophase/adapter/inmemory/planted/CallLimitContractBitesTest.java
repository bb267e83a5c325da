package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.ports.Store;
import io.twophase.test.contract.limit.CallLimitContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each limit that breaks one promise fails the contract of limits, at its test. */
class CallLimitContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedLimits extends CallLimitContract {
    private static String planted = "OverSoundOwners";

    @Override
    protected Store store() {
      return Planted.named(
              planted, PlantedLimits.OverSoundOwners.class, List.of(PlantedLimits.class))
          .store();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LimitsHowLongItIs,     whatIsAnsweredInTimeIsAnsweredAsWithoutALimit",
    "FailsLateWrites,       aWriteThatIsLateIsInDoubtOrDone",
    "DeniesLateWrites,      aWriteThatIsLateIsInDoubtOrDone",
    "NeverEnds,             theLimitEndsWithItsCalls",
    "NeverEnds,             afterAShorterLimitTheLongerOneCountsAgain",
    "StaysAfterAnException, theLimitEndsWithCallsThatThrow",
    "WrapsExceptions,       theLimitEndsWithCallsThatThrow",
    "LimitsAllThreads,      otherThreadsHaveNoLimit",
  })
  void limitsFailAtTheTestOfTheirPromise(String planted, String test) {
    OnPlantedLimits.planted = planted;

    assertThat(ContractRun.of(OnPlantedLimits.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedLimits.planted = "OverSoundOwners";

    ContractRun run = ContractRun.of(OnPlantedLimits.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isEqualTo(6);
  }
}
