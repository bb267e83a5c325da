package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each repository of ranges that breaks one promise fails the contract, at its test. */
class RangeContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedRanges extends RangeRepositoryContract {
    private static Supplier<PlantedRanges.OverSoundRanges> planted =
        PlantedRanges.OverSoundRanges::new;

    @Override
    protected RangeStore store() {
      PlantedRanges.OverSoundRanges ranges = planted.get();
      return new RangeStore(ranges.accounts, ranges);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SettleIgnoresTheEpoch,            aRangeIsFencedOffAtAnotherEpoch",
    "SettleBelievesItsCaller,          whatIsGivenBackIsTheHoldsOwnWhateverItsCallerSays",
    "EveryWriteIsMatched,              ofManyThatAreHeldEachIsThatFits",
    "StampTakesAnyHold,                ofManyThatAreStampedEachIsThatIsAsItWasRead",
    "SettleIgnoresTheEpoch,            ofManyThatAreEndedEachIsThatIsThere",
    "WithdrawIgnoresTheEpoch,          aWithdrawalGivesAllBackOfItsEpochOnly",
    "ReleaseNeedsTheFirstEpoch,        aReleaseGivesAllBackWhateverTheEpoch",
    "StampTakesAnyHold,                aStampRaisesTheRangeThatWasReadAndNoOther",
    "HoldForgetsWhatWasThere,          aReducedRangeIsHeldWhereWhatItSaysIsTrueAndSaysSo",
    "HoldReplacesTheHoldThatIsThere,   aBatchHasOneRangeOfAnAccountWhateverItsEpoch",
    "EveryWriteIsMatched,              whatTheAccountHasNotIsNotHeldAndItsBoundsAreSeen",
    "LookIsRemembered,                 anAccountThatTakesNoHoldIsSeenAsThat",
    "LookShowsTheBoundsOfWhatIsFrozen, anAccountThatTakesNoHoldIsSeenAsThat",
    "RepliesAreInAnOrderOfTheirOwn,    aCallAsksSeveralAccountsEachSomethingOfItsOwn",
    "SettleIgnoresTheEpoch,            randomChangesComeOutAsTheDomainSays",
    "EveryWriteIsMatched,              ofManyWhoHoldForOneBatchOneDoes",
  })
  void failsAtTheTestOfItsPromise(String planted, String test) {
    OnPlantedRanges.planted =
        () ->
            Planted.named(
                planted, PlantedRanges.OverSoundRanges.class, List.of(PlantedRanges.class));

    assertThat(ContractRun.of(OnPlantedRanges.class).failures()).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedRanges.planted = PlantedRanges.OverSoundRanges::new;

    ContractRun run = ContractRun.of(OnPlantedRanges.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(28);
  }
}
