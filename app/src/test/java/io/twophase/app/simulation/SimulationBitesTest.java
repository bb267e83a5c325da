package io.twophase.app.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.planted.CaptureInFull;
import io.twophase.app.simulation.planted.EagerExpiry;
import io.twophase.app.simulation.planted.EagerRemoval;
import io.twophase.app.simulation.planted.ForgetfulDecide;
import io.twophase.app.simulation.planted.ForgottenChecks;
import io.twophase.app.simulation.planted.ForgottenHolds;
import io.twophase.app.simulation.planted.ForgottenReceipts;
import io.twophase.app.simulation.planted.HastyClosing;
import io.twophase.app.simulation.planted.LavishHolds;
import io.twophase.app.simulation.planted.MeanHolds;
import io.twophase.app.simulation.planted.RewrittenTree;
import io.twophase.app.simulation.planted.SettleInFull;
import io.twophase.app.simulation.planted.SkippedNumbers;
import io.twophase.app.simulation.planted.UncarriedRemovals;
import io.twophase.app.simulation.planted.UnfencedSettle;
import io.twophase.app.simulation.planted.UnguardedDecide;
import io.twophase.app.simulation.world.Keeping;
import io.twophase.app.simulation.world.Setup;
import io.twophase.domain.testing.Seed;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault planted into the store or the network makes the simulation fail, before long. */
@Timeout(600)
class SimulationBitesTest {

  private static final int MOST_SEEDS = 30;
  private static final Setup SOUND = Setup.of(1_000).inStorm();

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            "a settle that ignores the epoch", SOUND.plantedInAccounts(UnfencedSettle::new)),
        Arguments.of(
            "a hold that ignores what is available", SOUND.plantedInAccounts(LavishHolds::new)),
        Arguments.of(
            "a decision that ignores the epoch", SOUND.plantedInTransactions(UnguardedDecide::new)),
        Arguments.of(
            "a hold that is answered, and forgotten", SOUND.plantedInAccounts(ForgottenHolds::new)),
        Arguments.of(
            "a settle of more than was captured", SOUND.plantedInAccounts(SettleInFull::new)),
        Arguments.of("a hold of less than there is", SOUND.plantedInAccounts(MeanHolds::new)),
        Arguments.of(
            "a decision that forgets how much there was",
            SOUND.plantedInTransactions(ForgetfulDecide::new)),
        Arguments.of(
            "a capture of more than was asked", SOUND.plantedInTransactions(CaptureInFull::new)),
        Arguments.of(
            "a void of what has not expired", SOUND.plantedInTransactions(EagerExpiry::new)),
        Arguments.of(
            "a carried balance without its sum",
            SOUND.keeping(Keeping.FOR_A_TIME).plantedInCarried(UncarriedRemovals::new)),
        Arguments.of(
            "a removal that leaves no receipt",
            SOUND.keeping(Keeping.THEN_RECEIPTS).plantedInTransactions(EagerRemoval::new)),
        Arguments.of(
            "a receipt that forgets how much there was",
            SOUND.keeping(Keeping.THEN_RECEIPTS).plantedInTransactions(ForgottenReceipts::new)),
        Arguments.of(
            "a tree of evidence that is built anew", SOUND.plantedInEvidence(RewrittenTree::new)),
        Arguments.of(
            "decided records that get no number", SOUND.plantedInEvidence(SkippedNumbers::new)),
        Arguments.of("a closing that waits for nobody", SOUND.plantedInPeriods(HastyClosing::new)),
        Arguments.of(
            "a posting that only looks at its period",
            SOUND.plantedInPeriods(ForgottenChecks::new)),
        Arguments.of("a network that delivers holds again", SOUND.repeating("hold")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void findsWhatIsPlanted(String fault, Setup setup) {
    long first = Seed.next("SimulationBitesTest");

    int seeds = 0;
    String found = "";
    while (found.isEmpty() && seeds < MOST_SEEDS) {
      found = violation(first + seeds++, setup);
    }

    System.out.println(fault + ": found by seed " + seeds + ": " + found);
    assertThat(found).as("what %d seeds found of %s", seeds, fault).isNotEmpty();
  }

  /** The first line of what is wrong, if anything is. */
  private static String violation(long seed, Setup setup) {
    try {
      Simulation.run(seed, setup);
      return "";
    } catch (Violation violation) {
      assertThat(violation).hasCauseInstanceOf(Violation.class);
      return violation.getMessage().lines().findFirst().orElseThrow();
    }
  }
}
