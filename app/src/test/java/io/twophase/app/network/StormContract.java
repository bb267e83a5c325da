package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.Storm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Whatever the network does, nothing is lost, nothing is done twice, and every certain answer is
 * what the records say. {@code -Dtwophase.network.transfers=N} and {@code
 * -Dtwophase.network.transactions=N} make it longer.
 */
abstract class StormContract {

  private static final int TRANSFERS = 300;
  private static final int TRANSACTIONS = 60;

  /** How many transfers are asked for, unless the property says. */
  int transfers() {
    return TRANSFERS;
  }

  /** The number of transactions over documents and accounts that a storm runs. */
  int transactions() {
    return TRANSACTIONS;
  }

  /** A fresh database on the server that is tested. */
  abstract StormServer stormServer();

  private Storm.Aftermath comeThrough(Function<Storm, Storm.Aftermath> storm) {
    String test = getClass().getSimpleName();
    long seed = Seed.next(test);
    Storm.Aftermath aftermath = storm.apply(new Storm(stormServer(), seed));
    System.out.println(
        "%s: %s; %,d by records of several, %s"
            .formatted(test, aftermath.summary(), aftermath.ofMany(), aftermath.struck()));
    assertThat(aftermath.faults())
        .as("repeat it: -Dtest=" + test + " -Dtwophase.seed=" + seed)
        .isEmpty();
    return aftermath;
  }

  @Test
  void noTransferIsLostOrDoubled() {
    int transfers = Integer.getInteger("twophase.network.transfers", transfers());

    Storm.Aftermath aftermath = comeThrough(storm -> storm.ofTransfers(transfers));

    assertThat(aftermath.struck().values()).allMatch(times -> times > 0);
    assertThat(aftermath.ofMany()).isGreaterThan(transfers / 8L);
  }

  /** Documents and accounts are in the end what the decided transactions made of them. */
  @Test
  void allOfATransactionOrNothing() {
    int transactions =
        Integer.getInteger(
            "twophase.network.transactions",
            transactions() * Integer.getInteger("twophase.storms", 1));

    Storm.Aftermath aftermath = comeThrough(storm -> storm.ofDocuments(transactions));

    assertThat(aftermath.struck().values()).anyMatch(times -> times > 0);
  }
}
