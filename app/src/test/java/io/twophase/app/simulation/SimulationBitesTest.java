package io.twophase.app.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.world.Keeping;
import io.twophase.app.simulation.world.Setup;
import io.twophase.app.testing.PlantedFault;
import io.twophase.domain.testing.Seed;
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

  /** With retention, for what it removes. */
  private static final Setup FORGETFUL = Setup.of(TRANSFERS).keeping(Keeping.FOR_A_TIME);

  private static final Setup IMPORT = Setup.of(0).importing().inStorm();

  /** An import is a twentieth of what else is simulated. */
  private static final int MOST_IMPORTS = 20 * MOST_SEEDS;

  private static final Setup WITH_RECEIPTS = Setup.of(TRANSFERS).keeping(Keeping.THEN_RECEIPTS);

  static Stream<Arguments> faults() {
    return Stream.concat(
        Stream.of(PlantedFault.values())
            .filter(fault -> fault != PlantedFault.SETTLE_IN_DOUBT_IS_DONE)
            .map(fault -> Arguments.of(fault.toString(), setup(fault).planted(fault))),
        Stream.of(Arguments.of("a network that delivers holds again", SOUND.repeating("place"))));
  }

  private static Setup setup(PlantedFault fault) {
    return switch (fault) {
      case UNCARRIED_REMOVAL -> FORGETFUL;
      case EAGER_REMOVAL, FORGOTTEN_RECEIPT -> WITH_RECEIPTS;
      case REWRITTEN_TREE, SKIPPED_NUMBER -> SOUND.withEvidence();
      case DEAF_DECIDE -> Setup.of(TRANSFERS).canceling();
      case HASTY_CLOSING, FORGOTTEN_CHECK -> SOUND.withPeriod();
      case UNORDERED_RECORD, UNFENCED_WITHDRAWAL -> IMPORT;
      default -> SOUND;
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void findsWhatIsPlanted(String fault, Setup setup) {
    long first = Seed.next("SimulationBitesTest");

    int seeds = 0;
    String found = "";
    while (found.isEmpty() && seeds < (setup.isImport() ? MOST_IMPORTS : MOST_SEEDS)) {
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
