package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.testing.PlantedFault;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each rule that is broken on purpose is found in the books and documents afterwards. */
class StormBitesTest {

  private static final int TRANSFERS = 200;
  private static final int TRANSACTIONS = 40;
  private static final int TRIES = 20;
  private static final List<String> KINDS = List.of("audit: ", ", by the records ");

  @AutoClose private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @Test
  void aNetworkThatRepeatsHoldsMakesMoney() {
    assertBites(storm -> storm.onNetwork(RepeatedHolds::new));
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesMoney() {
    assertBites(storm -> storm.over(PlantedFault.SETTLE_IN_DOUBT_IS_DONE::in));
  }

  /** As many storms as it takes come to faults of each kind, by words that these have in them. */
  private void assertBites(UnaryOperator<Storm> planted) {
    long seed = Seed.next("StormBitesTest");
    Set<String> unmet = new HashSet<>(KINDS);
    for (long next = seed; next < seed + TRIES && !unmet.isEmpty(); next++) {
      Storm storm = planted.apply(new Storm(StormServer.on(server.uri()), next));
      List<String> faults = storm.of(TRANSFERS, TRANSACTIONS).faults();
      unmet.removeIf(kind -> faults.stream().anyMatch(fault -> fault.contains(kind)));
    }
    assertThat(unmet).isEmpty();
  }
}
