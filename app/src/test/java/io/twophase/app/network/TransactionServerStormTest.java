package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.app.network.storm.StormServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** On a server with transactions of its own, which batches take as a shortcut where they can. */
class TransactionServerStormTest extends StormContract {

  /** A write waits at most so long for a transaction whose client was cut off. */
  private static final Duration LIFETIME = Duration.ofSeconds(2);

  private final TransactionServer server = TransactionServer.start(LIFETIME);

  @AfterEach
  void transactionsHaveMetAndNoneIsOpen() {
    long met = server.conflicts();
    server.close();
    assertThat(met).isPositive();
  }

  /** Fewer: transactions that are cut off keep others waiting until they are ended. */
  @Override
  int transfers() {
    return 200;
  }

  @Override
  int transactions() {
    return 25;
  }

  @Override
  StormServer stormServer() {
    return StormServer.on(server.uri()).withTransactions();
  }
}
