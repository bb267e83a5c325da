package io.twophase.app.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.planted.LavishHolds;
import io.twophase.app.simulation.planted.PlantedHolds;
import io.twophase.app.simulation.planted.PlantedRecords;
import io.twophase.app.simulation.planted.RewrittenTree;
import io.twophase.app.simulation.planted.SkippedNumbers;
import io.twophase.app.simulation.planted.UncarriedRemovals;
import io.twophase.app.simulation.world.Keeping;
import io.twophase.app.simulation.world.Setup;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault planted into the store or the network makes the simulation fail, before long. */
@Timeout(600)
class SimulationBitesTest {

  /** Few, for most faults are met early. */
  private static final int TRANSFERS = 300;

  private static final int MOST_SEEDS = 30;
  private static final Setup SOUND = Setup.of(TRANSFERS).inStorm();

  /** For faults that only show once there is much behind them. */
  private static final Setup LONG = Setup.of(1_000).inStorm();

  static Stream<Arguments> faults() {
    return Stream.of(
        holds("a settle that ignores the epoch", PlantedHolds.Fault.UNFENCED_SETTLE),
        holds("a hold that is answered, and forgotten", PlantedHolds.Fault.FORGOTTEN_HOLD),
        holds("a settle of more than was captured", PlantedHolds.Fault.SETTLE_IN_FULL),
        holds("a hold of less than there is", PlantedHolds.Fault.MEAN_HOLD),
        Arguments.of("a hold that ignores what is available", SOUND.planted(LavishHolds::in)),
        records("a decision that ignores the epoch", PlantedRecords.Fault.UNGUARDED_DECIDE),
        records("a decision that ignores exclusions", PlantedRecords.Fault.DEAF_DECIDE),
        records("a decision that forgets how much", PlantedRecords.Fault.FORGETFUL_DECIDE),
        records("a capture of more than was asked", PlantedRecords.Fault.CAPTURE_IN_FULL),
        records("a void of what has not expired", PlantedRecords.Fault.EAGER_EXPIRY),
        Arguments.of(
            "a carried balance without its sum",
            Setup.of(TRANSFERS)
                .keeping(Keeping.FOR_A_TIME)
                .planted(CarriedBalanceRepository.class, UncarriedRemovals::new)),
        receipts("a removal that leaves no receipt", PlantedRecords.Fault.EAGER_REMOVAL),
        receipts("a receipt that forgets how much", PlantedRecords.Fault.FORGOTTEN_RECEIPT),
        Arguments.of(
            "a tree of evidence that is built anew", LONG.plantedInEvidence(RewrittenTree::new)),
        Arguments.of(
            "decided records that get no number", SOUND.plantedInEvidence(SkippedNumbers::new)),
        Arguments.of(
            "a closing that waits for nobody",
            Setup.of(TRANSFERS)
                .plantedInPeriods(PlantedHolds.with(PlantedHolds.Fault.HASTY_CLOSING))),
        Arguments.of(
            "a posting that only looks at its period",
            LONG.plantedInPeriods(PlantedHolds.with(PlantedHolds.Fault.FORGOTTEN_CHECK))),
        Arguments.of("a network that delivers holds again", SOUND.repeating("place")));
  }

  private static Arguments holds(String name, PlantedHolds.Fault fault) {
    return Arguments.of(name, SOUND.planted(Holds.class, PlantedHolds.with(fault)));
  }

  private static Arguments records(String name, PlantedRecords.Fault fault) {
    return Arguments.of(name, SOUND.planted(Records.class, PlantedRecords.with(fault)));
  }

  private static Arguments receipts(String name, PlantedRecords.Fault fault) {
    return Arguments.of(
        name,
        Setup.of(TRANSFERS)
            .keeping(Keeping.THEN_RECEIPTS)
            .planted(Records.class, PlantedRecords.with(fault)));
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
