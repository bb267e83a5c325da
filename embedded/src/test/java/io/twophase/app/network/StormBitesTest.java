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
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule that is broken on purpose is found in the books and documents afterwards. */
class StormBitesTest {

  private static final int TRANSFERS = 500;
  private static final int TRANSACTIONS = 100;
  private static final int TRIES = 10;
  private static final String BY_THE_RECORDS = ", by the records ";

  @AutoClose private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @Test
  void aNetworkThatRepeatsHoldsMakesMoney() {
    assertBites(
        storm -> storm.onNetwork(RepeatedHolds::new).ofTransfers(TRANSFERS),
        "audit: ",
        BY_THE_RECORDS);
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesMoney() {
    assertBites(
        storm -> storm.over(PlantedFault.SETTLE_IN_DOUBT_IS_DONE::in).ofTransfers(TRANSFERS),
        "audit: ",
        BY_THE_RECORDS);
  }

  @Tag("deep")
  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesAChange() {
    assertBites(
        storm -> storm.over(PlantedFault.SETTLE_IN_DOUBT_IS_DONE::in).ofDocuments(TRANSACTIONS),
        BY_THE_RECORDS);
  }

  /** As many storms as it takes come to faults of each kind, by words that these have in them. */
  private void assertBites(Function<Storm, Storm.Aftermath> storm, String... kinds) {
    long seed = Seed.next("StormBitesTest");
    Set<String> unmet = new HashSet<>(List.of(kinds));
    for (long next = seed; next < seed + TRIES && !unmet.isEmpty(); next++) {
      List<String> faults = storm.apply(new Storm(StormServer.on(server.uri()), next)).faults();
      unmet.removeIf(kind -> faults.stream().anyMatch(fault -> fault.contains(kind)));
    }
    assertThat(unmet).isEmpty();
  }
}
