package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.app.testing.TestedServer;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several engines and a recoverer through a network with every kind of fault. {@code
 * -Dtwophase.network.transfers=N} asks for N transfers a run, and not 1,200.
 */
class BadNetworkTest {

  private static final int TRANSFERS = Integer.getInteger("twophase.network.transfers", 1_200);

  @ParameterizedTest
  @EnumSource(
      value = TestedServer.class,
      names = {"EMBEDDED", "PROCESS", "GIVEN"})
  @Timeout(300)
  void nothingIsLostOrMadeWhateverTheNetworkDoes(TestedServer server)
      throws IOException, InterruptedException {
    assumeTrue(TestedServer.all().anyMatch(server::equals), "no -Dmongodb.uri is given");
    long seed = Seed.next("BadNetworkTest on " + server);
    BadDay day = BadDay.live(server, seed, TRANSFERS, BadDay.Weather.BAD);

    System.out.println("BadNetworkTest on " + server + ": " + day.faults());
    System.out.println("BadNetworkTest on " + server + ": " + day.answers());
    assertThat(day.wrong()).as("-Dtwophase.seed=%d", seed).isEmpty();
    assertThat(day.faults()).allSatisfy((fault, count) -> assertThat(count).isPositive());
  }

  @Test
  @Timeout(300)
  void aNetworkThatRepeatsHoldsIsFoundOut() throws IOException, InterruptedException {
    boolean found = false;
    for (int seed = 0; seed < 5 && !found; seed++) {
      BadDay day = BadDay.live(TestedServer.EMBEDDED, seed, 160, BadDay.Weather.REPEATING_HOLDS);
      found = !day.wrong().isEmpty();
    }
    assertThat(found).isTrue();
  }
}
