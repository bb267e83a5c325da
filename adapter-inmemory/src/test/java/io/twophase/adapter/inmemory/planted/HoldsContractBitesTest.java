package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Fields;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds that break one promise fail the contract, at its test. */
class HoldsContractBitesTest {

  /** The contract, on whatever is planted. */
  static final class OnPlantedHolds extends HoldsContract {
    private static PlantedHolds.Fault planted = PlantedHolds.Fault.NONE;

    private InMemoryHolds sound = holds(HoldLimit.DEFAULT);

    private static InMemoryHolds holds(HoldLimit limit) {
      return new InMemoryHolds(new HoldRules(Documents.HOME, InMemoryStore.ACCOUNTS, limit));
    }

    @Override
    protected HoldStore store(HoldLimit limit) {
      sound = holds(limit);
      return new HoldStore(
          new PlantedHolds(sound, planted), sound.accounts(Clock.systemUTC()), Documents.HOME);
    }

    @Override
    protected void host(DocumentRef document, Fields fields) {
      sound.store(document, fields);
    }
  }

  private static ContractRun run(PlantedHolds.Fault planted, String suite, String test) {
    OnPlantedHolds.planted = planted;
    return ContractRun.of(OnPlantedHolds.class, suite, test);
  }

  @ParameterizedTest
  @CsvSource({
    "ENDS_AT_ANY_EPOCH, EndsOfRanges, aHoldIsFencedOffAtAnyOtherEpoch",
    "ENDS_AT_ANY_EPOCH, ClaimsOfDocuments, isWithdrawnAndSettledAtItsEpochOnly",
    "ENDS_AT_ANY_EPOCH, RangesOfFields, aRangeGivesTheFieldItsBoundsAndMovesItWhenItIsSettled",
    "ENDS_AT_ANY_EPOCH, AtRandom, eachComesOutAsTheRulesSay",
    "RELEASES_THE_FIRST_EPOCH_ONLY, EndsOfRanges, aReleaseGivesAllBackWhateverTheEpoch",
    "RELEASES_THE_FIRST_EPOCH_ONLY, ClaimsOfDocuments, isAsBeforeWhenItIsReleasedWhateverItsEpoch",
    "RELEASES_THE_FIRST_EPOCH_ONLY, ChecksOfAccounts, aCheckIsStampedSettledAndGivenBackAtItsEpoch",
    "BELIEVES_ITS_CALLER, EndsOfRanges, whatIsGivenBackIsTheHoldsOwnWhateverItsCallerBelieves",
    "LEAVES_THE_DEAD, EndsOfRanges, aDeadHoldIsWithdrawnAsItWasSeen",
    "LEAVES_THE_DEAD, ClaimsOfDocuments, isEndedAsItWasSeenAndOfItsHomeOnly",
    "EVERY_END_IS_MATCHED, ClaimsOfDocuments, isLeftAloneByAllButItsOwnClaim",
    "EVERY_END_IS_MATCHED, RangesOfAccounts, aForeignHoldIsNeitherStampedNorEndedForAnotherAmount",
    "EVERY_END_IS_MATCHED, InAStorm, ofManyWhoEndAHoldOneDoes",
    "STAMPS_ANY_HOLD, EndsOfRanges, onlyTheHoldThatWasReadIsRaisedAndOnlyToANewerEpoch",
    "FORGETS_WHAT_WAS_THERE, RangesOfAccounts, aReducedRangeIsHeldIfItSaysTheTruthAndKeepsIt",
    "FORGETS_WHAT_WAS_THERE, RangesOfFields, allThatTheBoundsLeaveCanBeHeldAndNothingMore",
    "FORGETS_THE_MEMBER, ClaimsOfDocuments, isHeldAndChangesNothingYet",
    "SAYS_HELD_FOR_WHAT_IS_PRESENT, RangesOfAccounts, aHoldThatIsThereIsToldWhateverTheEpochAsked",
    "SAYS_HELD_FOR_WHAT_IS_PRESENT, InAStorm,"
        + " ofManyWhoHoldForOneRecordOrWantADocumentForThemselvesOneDoes",
    "SAYS_REFUSED_FOR_WHAT_IS_BUSY, BusyOrRefused, isBusyIfAnotherHasTheDocumentForItself",
    "SAYS_REFUSED_FOR_WHAT_IS_BUSY, FullOfHolds, anAccountIsBusyUntilOneOfItsHoldsEnds",
    "SAYS_NOTHING_OF_BOUNDS, RangesOfAccounts, allThatIsThereCanBeHeldAndNothingMore",
    "PLACES_A_RANGE_OF_NOTHING, RangesOfAccounts, aRangeOfNothingIsOnlyLookedAt",
    "PLACES_A_RANGE_OF_NOTHING, RangesOfFields, aRangeOfNothingIsOnlyLookedAt",
    "ANSWERS_IN_AN_ORDER_OF_ITS_OWN, InLongCalls,"
        + " eachIsAnsweredInItsPlaceWhateverBecomesOfTheOthers",
    "FORGETS_BOUNDS_IN_SCANS, Read, aScanShowsWhatIsMarkedInItsCollectionAndNothingElse",
    "FORGETS_COLLECTIONS, Read, everyCollectionThatWasAskedForAHoldIsNamedWhateverCameOfIt",
    "FINDS_ACCOUNTS_BY_ONE_NAME, ChecksOfAccounts, anAccountIsFoundAsTheDocumentThatItIs",
  })
  void failsAtTheTestOfItsPromise(PlantedHolds.Fault planted, String suite, String test) {
    assertThat(run(planted, suite, test).failures()).contains(test);
    ContractRun sound = run(PlantedHolds.Fault.NONE, suite, test);
    assertThat(sound.failures()).isEmpty();
    assertThat(sound.succeeded()).isPositive();
  }
}
