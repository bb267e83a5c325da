package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.server.Target;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A server in memory, with a client whose commands are charged. Neither preparation is charged, nor
 * heartbeats: how many of those a call meets depends on how long the machine takes.
 */
final class CountedServer implements AutoCloseable {

  /** The database of the bench. */
  static final String DATABASE = "bench";

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient beside = Target.of(server.uri()).connect();
  private final WorkCounter counter;
  private final MongoClient client;

  CountedServer() {
    this.counter = new WorkCounter(beside, each -> Ledger.isPreparation(each) || isHeartbeat(each));
    this.client = Target.of(server.uri()).connect(List.of(counter));
  }

  private static boolean isHeartbeat(BsonDocument command) {
    return command.get(command.getFirstKey()).equals(new BsonString(MongoStore.OWNERS));
  }

  MongoClient client() {
    return client;
  }

  /** A store over the bench's collections. */
  MongoStore store() {
    return MongoStore.using(
        client,
        DATABASE,
        MongoStoreSettings.defaults()
            .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS)
            .withProbe(false));
  }

  /** A store and a host over it, with events that are on and two accounts. */
  Host hostWithEvents() {
    store().events().turnOn();
    Host host = Host.of(client, DATABASE, 100, "t");
    host.open(2, 1_000);
    return host;
  }

  /** What this many transfers cost, made by one call. */
  Work ofTransfers(Host host, int transfers) {
    List<TransferRequest> requests =
        Stream.generate(() -> host.request(new BenchTransfer(0, 1, 5))).limit(transfers).toList();
    return of(
        () ->
            assertThat(host.twoPhase().transfers().transferAll(requests, Order.ANY))
                .allMatch(TransactionOutcome::isApplied));
  }

  /** What these calls cost. */
  Work of(Runnable calls) {
    Work before = counter.work();
    calls.run();
    return counter.work().since(before);
  }

  /** What all calls until now cost. */
  Work work() {
    return counter.work();
  }

  @Override
  public void close() {
    client.close();
    beside.close();
    server.close();
  }
}
