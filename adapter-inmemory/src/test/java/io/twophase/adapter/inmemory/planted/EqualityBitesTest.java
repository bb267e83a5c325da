package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.equality.Equality;
import io.twophase.test.equality.Stores;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls tell a sound store from each that breaks one promise. */
class EqualityBitesTest {

  private static final int SEQUENCES = 300;
  private static final int CALLS = 120;

  private final long seed = Seed.next("EqualityBitesTest");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SettleIgnoresTheEpoch",
        "WithdrawIgnoresTheEpoch",
        "ReleaseNeedsTheEpoch",
        "HoldIgnoresWhatIsAvailable",
        "HoldIgnoresTheHoldThatIsThere",
        "HoldHasAnOrderOfItsOwn",
        "HoldKnowsIdAndEpochOnly",
        "StampKnowsTheIdOnly",
        "SettleKnowsIdAndEpochOnly",
        "ReleaseKnowsTheIdOnly",
        "HoldIsAllOrNothingPerAccount",
        "StampMatchesTheSameEpoch",
        "ScanHeldForgetsTheFirst",
        "ScanHeldShowsAll",
        "LatestIsRemembered",
        "FindIsNotWhole"
      })
  void faultsOfAccountsAreFound(String fault) {
    assertThat(
            find(
                clock ->
                    new Stores(
                        plant("PlantedAccounts$" + fault, AccountRepository.class),
                        InMemoryStore.create(clock).transactions())))
        .as("a difference")
        .contains("shrunk to");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AdvanceIgnoresTheEpoch",
        "AdvanceIgnoresTheMatchCount",
        "BeginOverwrites",
        "LatestIsRemembered",
        "LatestIsOldestFirst",
        "FindMistakesTheReason",
        "FindForgetsDocuments"
      })
  void faultsOfRecordsAreFound(String fault) {
    assertThat(
            find(
                clock ->
                    new Stores(
                        InMemoryStore.create(clock).accounts(),
                        plant("PlantedTransactions$" + fault, TransactionRepository.class))))
        .as("a difference")
        .contains("shrunk to");
  }

  @Test
  void aSoundStoreIsLikeItself() {
    assertThat(find(EqualityBitesTest::sound)).isEmpty();
  }

  private static Stores sound(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock);
    return new Stores(store.accounts(), store.transactions());
  }

  private String find(Function<SettableClock, Stores> planted) {
    Equality equality = new Equality(EqualityBitesTest::sound, planted);
    for (long next = seed; next < seed + SEQUENCES; next++) {
      String found = equality.difference(next, CALLS).getOrElse("");
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static <T> T plant(String name, Class<T> type) {
    try {
      Class<?> planted = Class.forName(EqualityBitesTest.class.getPackageName() + "." + name);
      return type.cast(planted.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("there is no " + name, missing);
    }
  }
}
