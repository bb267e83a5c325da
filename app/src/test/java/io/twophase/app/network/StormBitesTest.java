package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.testing.PlantedFault;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each rule that is broken on purpose is found in the books and documents afterwards. */
class StormBitesTest {

  private static final int TRANSFERS = 500;
  private static final int TRANSACTIONS = 100;
  private static final int TRIES = 10;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aNetworkThatRepeatsHoldsMakesMoney() {
    assertThat(faults(storm -> storm.onNetwork(RepeatedHolds::new).ofTransfers(TRANSFERS)))
        .anyMatch(StormBitesTest::isAudits)
        .anyMatch(StormBitesTest::isOfTheRecords);
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesMoney() {
    assertThat(
            faults(
                storm ->
                    storm.over(PlantedFault.SETTLE_IN_DOUBT_IS_DONE::in).ofTransfers(TRANSFERS)))
        .anyMatch(StormBitesTest::isAudits)
        .anyMatch(StormBitesTest::isOfTheRecords);
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesAChange() {
    assertThat(
            faults(
                storm ->
                    storm.over(PlantedFault.SETTLE_IN_DOUBT_IS_DONE::in).ofDocuments(TRANSACTIONS)))
        .anyMatch(StormBitesTest::isOfTheRecords);
  }

  private static boolean isAudits(String fault) {
    return fault.startsWith("audit: ");
  }

  private static boolean isOfTheRecords(String fault) {
    return fault.contains(", by the records ");
  }

  /** Of as many storms as it takes to find both kinds. */
  private List<String> faults(Function<Storm, Storm.Aftermath> storm) {
    long seed = Seed.next("StormBitesTest");
    List<String> faults = new ArrayList<>();
    for (long next = seed; next < seed + TRIES; next++) {
      faults.addAll(storm.apply(new Storm(StormServer.on(server.uri()), next)).faults());
      if (faults.stream().anyMatch(StormBitesTest::isAudits)
          && faults.stream().anyMatch(StormBitesTest::isOfTheRecords)) {
        break;
      }
    }
    return faults;
  }
}
