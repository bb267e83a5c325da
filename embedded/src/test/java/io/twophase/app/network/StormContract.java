package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever the network does, nothing is lost, nothing is done twice, and every certain answer is
 * what the records say. {@code -Dtwophase.network.transfers=N} and {@code
 * -Dtwophase.network.transactions=N} make it longer.
 */
abstract class StormContract {

  private final int transfers;
  private final int transactions;
  private Runnable close = () -> {};

  /** A storm of the usual length. */
  StormContract() {
    this(300, 60);
  }

  /**
   * A storm of so many requests, unless a property says how many.
   *
   * @param transfers the number of transfers
   * @param transactions the number of transactions over documents and accounts
   */
  StormContract(int transfers, int transactions) {
    this.transfers = transfers;
    this.transactions = transactions;
  }

  /** A fresh database on the server that is tested. */
  abstract StormServer stormServer() throws Exception;

  /** At the end the server is closed in this way, and looked at. */
  final void closing(Runnable way) {
    close = way;
  }

  @AfterEach
  final void close() {
    close.run();
  }

  /** In the end, all documents and accounts are what the decided transactions made of them. */
  @Test
  void nothingIsLostOrDoubled() throws Exception {
    int asked = Integer.getInteger("twophase.network.transfers", transfers);
    int documents =
        Integer.getInteger(
            "twophase.network.transactions",
            transactions * Integer.getInteger("twophase.storms", 1));
    String test = getClass().getName().substring(getClass().getPackageName().length() + 1);
    long seed = Seed.next(test);
    Storm.Aftermath aftermath = new Storm(stormServer(), seed).of(asked, documents);
    System.out.println(
        "%s: %s; %,d by records of several, %s"
            .formatted(test, aftermath.summary(), aftermath.ofMany(), aftermath.struck()));
    assertThat(aftermath.faults())
        .as("repeat it: -Dtest='" + test + "' -Dtwophase.seed=" + seed)
        .isEmpty();
    assertThat(aftermath.struck().values()).allMatch(times -> times > 0);
    assertThat(aftermath.ofMany()).isGreaterThan(asked / 8L);
  }
}
