package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.network.Route;
import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each rule that is broken on purpose is found in the books afterwards. */
class StormBitesTest {

  private static final int TRANSFERS = 500;
  private static final int TRIES = 10;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AfterEach
  void close() {
    server.close();
  }

  /** Takes a settle without an answer for one that was done. */
  private static final class SettleInDoubtIsDone extends ForwardingAccounts {
    SettleInDoubtIsDone(AccountRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> settle(List<Leg> legs) {
      return super.settle(legs).stream()
          .map(outcome -> outcome == MatchOutcome.IN_DOUBT ? MatchOutcome.MATCHED : outcome)
          .toList();
    }
  }

  @Test
  void aNetworkThatRepeatsHoldsMakesMoney() {
    assertThat(faults(RepeatedHolds::new, UnaryOperator.identity()))
        .anyMatch(StormBitesTest::isAudits)
        .anyMatch(StormBitesTest::isOfTheRecords);
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesMoney() {
    assertThat(faults(UnaryOperator.identity(), SettleInDoubtIsDone::new))
        .anyMatch(StormBitesTest::isAudits)
        .anyMatch(StormBitesTest::isOfTheRecords);
  }

  private static boolean isAudits(String fault) {
    return fault.startsWith("audit: ");
  }

  private static boolean isOfTheRecords(String fault) {
    return fault.contains(", by the records ");
  }

  /** Of as many storms as it takes to find both kinds. */
  private List<String> faults(
      UnaryOperator<Route> worse, UnaryOperator<AccountRepository> planted) {
    long seed = Seed.next("StormBitesTest");
    List<String> faults = new ArrayList<>();
    for (long next = seed; next < seed + TRIES; next++) {
      faults.addAll(
          Storm.planted(StormServer.on(server.uri()), next, TRANSFERS, worse, planted).faults());
      if (faults.stream().anyMatch(StormBitesTest::isAudits)
          && faults.stream().anyMatch(StormBitesTest::isOfTheRecords)) {
        break;
      }
    }
    return faults;
  }
}
