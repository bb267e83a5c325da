package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

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
    OnPlantedRanges.planted = () -> plant(planted);

    assertThat(failures(run())).contains(test);
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlantedRanges.planted = PlantedRanges.OverSoundRanges::new;

    Events tests = run();

    assertThat(failures(tests)).isEmpty();
    assertThat(tests.succeeded().count()).isGreaterThan(28);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(OnPlantedRanges.class))
        .execute()
        .testEvents();
  }

  private static List<String> failures(Events tests) {
    return tests
        .failed()
        .map(event -> ((MethodSource) event.getTestDescriptor().getSource().get()).getMethodName())
        .toList();
  }

  private static PlantedRanges.OverSoundRanges plant(String name) {
    try {
      Class<?> planted =
          Stream.of(PlantedRanges.class.getDeclaredClasses())
              .filter(each -> each.getSimpleName().equals(name))
              .findFirst()
              .orElseThrow();
      return (PlantedRanges.OverSoundRanges) planted.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("there is no " + name, missing);
    }
  }
}
