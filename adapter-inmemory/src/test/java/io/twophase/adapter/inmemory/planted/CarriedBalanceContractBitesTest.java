package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each repository that breaks one promise fails the contract of carried balances, at its test. */
class CarriedBalanceContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedBalances extends CarriedBalanceRepositoryContract {
    private static String planted = "OverSoundCarriedBalances";

    @Override
    protected CarriedBalanceRepository repository() {
      return Planted.named(
          planted,
          PlantedCarriedBalances.OverSoundCarriedBalances.class,
          List.of(PlantedCarriedBalances.class));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MistakesTheLatest, whatIsStoredIsReadAsItWas",
    "MistakesTheLatest, whatHasChangedOnceLessIsReplaced",
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

    assertThat(ContractRun.of(OnPlantedBalances.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedBalances.planted = "OverSoundCarriedBalances";

    ContractRun run = ContractRun.of(OnPlantedBalances.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(7);
  }
}
