package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.DocumentStorm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Whatever the network does, documents and accounts are in the end what the decided transactions
 * made of them, in one order. {@code -Dtwophase.network.transactions=N} makes it longer.
 */
abstract class DocumentStormContract {

  private static final int TRANSACTIONS = Integer.getInteger("twophase.network.transactions", 150);

  /** A fresh database on the server that is tested. */
  abstract StormServer stormServer();

  @Test
  void allOfATransactionOrNothing() {
    String test = getClass().getSimpleName();
    long seed = Seed.next(test);
    DocumentStorm.Aftermath aftermath =
        DocumentStorm.run(stormServer(), seed, TRANSACTIONS, UnaryOperator.identity());
    System.out.println(test + ": " + aftermath.summary() + ", " + aftermath.struck());
    String repeat = "repeat it: -Dtest=" + test + " -Dtwophase.seed=" + seed;
    assertThat(aftermath.faults()).as(repeat).isEmpty();
    assertThat(aftermath.struck().values()).as(repeat).anyMatch(times -> times > 0);
  }
}
