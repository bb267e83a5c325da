package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import io.twophase.test.contract.limit.CallLimitContract;
import io.twophase.test.contract.record.RecordsContract;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store that breaks one promise fails the contract, at the test of that promise. */
class ContractsBiteTest {
  private static Planted planted = Planted.NONE;
  private static PlantedLimit limit = PlantedLimit.SOUND;

  static final class OnHolds extends HoldsContract {
    private InMemoryHolds sound = holds(HoldLimit.DEFAULT);

    private static InMemoryHolds holds(HoldLimit limit) {
      return new InMemoryHolds(new HoldRules(Documents.HOME, InMemoryStore.ACCOUNTS, limit));
    }

    @Override
    protected HoldStore store(HoldLimit limit) {
      sound = holds(limit);
      return new HoldStore(
          Interceptor.before(Holds.class, sound, planted),
          sound.accounts(Clock.systemUTC()),
          Documents.HOME);
    }

    @Override
    protected void host(DocumentRef document, Fields fields) {
      sound.store(document, fields);
    }
  }

  static final class OnRecords extends RecordsContract {
    private final SettableClock clock = new SettableClock(Fixtures.NOW);

    @Override
    protected Records records() {
      return Interceptor.before(Records.class, new InMemoryRecords(clock), planted);
    }

    @Override
    protected void letTimePass() {
      clock.advance(Duration.ofMillis(1));
    }
  }

  static final class OnEvents extends EventRepositoryContract {
    @Override
    protected EventStore store() {
      InMemoryStore sound = InMemoryStore.create(InstantSource.system());
      return new EventStore(
          sound.records(), Interceptor.before(EventRepository.class, sound.events(), planted));
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

  static final class OnBalances extends CarriedBalanceRepositoryContract {
    @Override
    protected CarriedBalanceRepository repository() {
      return Interceptor.before(
          CarriedBalanceRepository.class,
          InMemoryStore.create(InstantSource.system()).carried(),
          planted);
    }
  }

  static final class OnLimits extends CallLimitContract {
    @Override
    protected Store store() {
      return limit.store();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ENDS_AT_ANY_EPOCH, EndsOfRanges.aHoldIsFencedOffAtAnyOtherEpoch",
    "ENDS_AT_ANY_EPOCH, ClaimsOfDocuments.isWithdrawnAndSettledAtItsEpochOnly",
    "ENDS_AT_ANY_EPOCH, AtRandom.eachComesOutAsTheRulesSay",
    "RELEASES_THE_FIRST_EPOCH_ONLY, EndsOfRanges.aReleaseGivesAllBackWhateverTheEpoch",
    "LEAVES_THE_DEAD, EndsOfRanges.aDeadHoldIsWithdrawnAsItWasSeen",
    "EVERY_END_IS_MATCHED, ClaimsOfDocuments.isLeftAloneByAllButItsOwnClaim",
    "EVERY_END_IS_MATCHED, InAStorm.ofManyWhoEndAHoldOneDoes",
    "STAMPS_ANY_HOLD, EndsOfRanges.onlyTheHoldThatWasReadIsRaisedAndOnlyToANewerEpoch",
    "FORGETS_WHAT_WAS_THERE, RangesOfAccounts.aReducedRangeIsHeldIfItSaysTheTruthAndKeepsIt",
    "PLACES_A_RANGE_OF_NOTHING, RangesOfFields.aRangeOfNothingIsOnlyLookedAt",
    "SAYS_HELD_FOR_WHAT_IS_PRESENT, RangesOfAccounts.aHoldThatIsThereIsToldWhateverTheEpochAsked",
    "SAYS_REFUSED_FOR_WHAT_IS_BUSY, FullOfHolds.anAccountIsBusyUntilOneOfItsHoldsEnds",
    "ANSWERS_HOLDS_BACKWARDS, InLongCalls.eachIsAnsweredInItsPlaceWhateverBecomesOfTheOthers",
    "FORGETS_COLLECTIONS, Read.everyCollectionThatWasAskedForAHoldIsNamedWhateverCameOfIt",
  })
  void ofHolds(Planted fault, String test) {
    assertBites(fault, OnHolds.class, test);
  }

  @ParameterizedTest
  @CsvSource({
    "SAYS_BEGUN_FOR_WHAT_IS_THERE, Inserting.ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts",
    "LOSES_LABELS, Reading.randomBodiesAreReadBackAsTheyWereStoredAloneAndAsMembers",
    "MOVES_AT_ANY_EPOCH, Moving.aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays",
    "MOVES_AT_ANY_EPOCH, MovingAtOnce.ofManyWhoTakeARecordOverOneDoesAndTheRecordIsIts",
    "EVERY_MOVE_IS_MATCHED, Moving.noTransitionMatchesAMember",
    "EVERY_MOVE_IS_MATCHED, Receipts.noTransitionAndNoRemovalMatchesAReceipt",
    "DECIDES_WHOEVER_IS_EXCLUDED, MovingAtOnce.anExclusionIsInTheDecisionOrComesTooLate",
    "CAPTURES_UNAPPROVED, Moving.aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays",
    "TAKES_FROM_ANY_RECORD, Taking.aMemberOfAnotherRecordIsNotTakenNorAnotherBody",
    "MEMBERS_LOOK_FREE, ShowingMembers.membersArePendingAndAsTheDecisionSaysThen",
    "LISTS_THE_OLDEST_FIRST, ListingRecords.whatHasNotChangedForLongestComesFirst",
    "LISTS_THE_OLDEST_FIRST,"
        + " ListingTransactions.theNewestAreThoseBegunLastAndNotThoseChangedLast",
    "LISTS_EVERY_PAGE_FROM_THE_START,"
        + " ListingRecords.pagesFollowOneAnotherThoughRecordsOfThemChange",
    "REMOVES_WHATEVER_IS_THERE, Removing.whatHasNotEndedIsNotRemoved",
    "RECEIPTS_FREE_THE_ID, Receipts.aReceiptIsInThePlaceOfItsTransactionAndItsIdStaysTaken",
    "RECEIPTS_GO_AT_ANY_AGE, Receipts.theOldestReceiptsAreRemovedAndTheirIdsAreFree",
  })
  void ofRecords(Planted fault, String test) {
    assertBites(fault, OnRecords.class, test);
  }

  @ParameterizedTest
  @CsvSource({
    "LISTS_DECISIONS_BACKWARDS, Listing.whatIsDecidedIsListedInTheOrderOfTheDecisions",
    "MARKS_NOTHING, Listing.whatIsMarkedIsListedNoMore",
    "GIVES_BEHIND_ONE_THAT_IS_TAKEN, Numbering.noneIsGivenBehindOneThatIsTaken",
    "SORTS_NUMBERS_AS_TEXT, Numbering.numbersAreNoTexts",
    "TAKES_THE_LAST_FOR_UNREAD, Listing.whatHasAHigherNumberOrWaitsForOneIsUnread",
    "TRIMS_WHAT_IS_NOT_CONFIRMED, Trimming.whatIsNotConfirmedIsNotTrimmed",
    "NOTES_NO_TRIMMING, Trimming.numbersUpToOneAreRemovedAndThatIsNoted",
    "SIGNALS_NOTHING, Signals.aDecisionIsSignalled",
    "SIGNALS_THE_CLOSED, Signals.nobodyIsCalledOnceItIsClosed",
    "MOVES_A_CONSUMER_FROM_ANYWHERE, Consuming.aConsumerMovesFromWhereItIs",
    "ADDS_FOUR_LEAVES_AT_MOST, Leaves.leavesAreReadAsTheyWereAdded",
    "ADDS_LEAVES_BEHIND_ONE_THAT_IS_THERE, Leaves.noneIsAddedBehindOneThatIsThere",
    "SORTS_LEAVES_AS_TEXT, Leaves.leavesAreReadAsTheyWereAdded",
  })
  void ofEvents(Planted fault, String test) {
    assertBites(fault, OnEvents.class, test);
  }

  @ParameterizedTest
  @CsvSource({
    "KEEPS_LONG_SUMS, aSumMayBeMoreThanAnyBalance",
    "OVERWRITES_BALANCES, whatWasChangedMeanwhileStays",
    "EVERY_BALANCE_IS_CARRIED, ofThoseWhoReplaceOneAtOnceOneDoes",
  })
  void ofCarriedBalances(Planted fault, String test) {
    assertBites(fault, OnBalances.class, test);
  }

  @ParameterizedTest
  @CsvSource({
    "DENIES_LATE_WRITES, aWriteThatIsLateIsInDoubtOrDone",
    "NEVER_ENDS, theLimitEndsWithItsCalls",
    "NEVER_ENDS, afterAShorterLimitTheLongerOneCountsAgain",
    "STAYS_AFTER_AN_EXCEPTION, theLimitEndsWithCallsThatThrow",
    "LIMITS_ALL_THREADS, otherThreadsHaveNoLimit",
  })
  void ofLimits(PlantedLimit fault, String test) {
    limit = fault;
    assertThat(ContractRun.of(OnLimits.class, test).fails()).isTrue();
    limit = PlantedLimit.SOUND;
    assertThat(ContractRun.of(OnLimits.class, test).passes()).isTrue();
  }

  private static void assertBites(Planted fault, Class<?> contract, String test) {
    planted = fault;
    assertThat(ContractRun.of(contract, test).fails()).isTrue();
    planted = Planted.NONE;
    assertThat(ContractRun.of(contract, test).passes()).isTrue();
  }
}
