package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.transaction.Labels;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A server in memory, with a client whose commands are counted. Heartbeats do not count: how many
 * of those a call meets depends on how long the machine takes.
 */
final class CountedServer implements AutoCloseable {

  /** The database of the bench. */
  static final String DATABASE = "bench";

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final BenchDatabases databases = new BenchDatabases(server.uri(), () -> {});
  private final List<Host> hosts = new ArrayList<>();
  private final AtomicLong conditions = new AtomicLong();
  private final WireCounter counter = new WireCounter();
  private final MongoClient client =
      databases.connect(
          List.of(
              new CommandListener() {
                private final Set<Integer> heartbeats = ConcurrentHashMap.newKeySet();

                @Override
                public void commandStarted(CommandStartedEvent event) {
                  if (isHeartbeat(event.getCommand())) {
                    heartbeats.add(event.getRequestId());
                    return;
                  }
                  counter.commandStarted(event);
                  event
                      .getCommand()
                      .getArray("updates", new BsonArray())
                      .forEach(
                          each -> conditions.addAndGet(conditions(each.asDocument().get("q"))));
                }

                @Override
                public void commandSucceeded(CommandSucceededEvent event) {
                  if (!heartbeats.remove(event.getRequestId())) {
                    counter.commandSucceeded(event);
                  }
                }
              }));

  private static boolean isHeartbeat(BsonDocument command) {
    return command.get(command.getFirstKey()).equals(new BsonString(MongoStore.OWNERS));
  }

  /** How many conditions a filter has, those on {@code _id} apart. */
  private static long conditions(BsonValue filter) {
    return filter.asDocument().entrySet().stream()
        .filter(each -> !each.getKey().equals("_id"))
        .mapToLong(
            each ->
                switch (each.getKey()) {
                  case "$and", "$or", "$nor" ->
                      each.getValue().asArray().stream().mapToLong(CountedServer::conditions).sum();
                  case "$not", "$elemMatch" -> conditions(each.getValue());
                  default -> isOperators(each.getValue()) ? conditions(each.getValue()) : 1;
                })
        .sum();
  }

  private static boolean isOperators(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().startsWith("$");
  }

  /**
   * What some calls cost.
   *
   * @param commands sent
   * @param majorityWaits commands that wait for a majority
   * @param writes of documents
   * @param conditions of their updates, those on {@code _id} apart
   * @param keys how many keys more the indexes of the records have, the one on {@code _id} apart
   */
  record Cost(long commands, long majorityWaits, long writes, long conditions, long keys) {}

  MongoClient client() {
    return client;
  }

  /** A host of batches of so many, which is closed with the server. */
  Host host(int batch) {
    Host host = new Host(new Ledger(client, DATABASE, batch, () -> {}));
    hosts.add(host);
    return host;
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

  /** What this many transfers cost, made by one call. */
  Cost ofTransfers(Host host, int transfers) {
    return ofTransfers(host, transfers, Labels.NONE);
  }

  Cost ofTransfers(Host host, int transfers, Labels labels) {
    List<TransferRequest> requests =
        Stream.generate(() -> host.request(new BenchTransfer(0, 1, 5)).labelled(labels))
            .limit(transfers)
            .toList();
    return of(
        () ->
            assertThat(host.twoPhase().transfers().transferAll(requests, Order.ANY))
                .allMatch(TransactionOutcome::isApplied));
  }

  /** What these calls cost. */
  Cost of(Runnable calls) {
    long keysBefore = keys();
    long conditionsBefore = conditions.get();
    WireCounter.Count before = counter.count();
    calls.run();
    WireCounter.Count wire = counter.count().since(before);
    return new Cost(
        wire.commands(),
        wire.majorityWaits(),
        wire.writes(),
        conditions.get() - conditionsBefore,
        keys() - keysBefore);
  }

  private long keys() {
    MongoCollection<BsonDocument> records =
        Ledger.collection(client.getDatabase(DATABASE), Ledger.TRANSACTIONS);
    long keys = 0;
    for (BsonDocument index : records.listIndexes(BsonDocument.class)) {
      Set<String> fields = index.getDocument("key").keySet();
      if (!fields.equals(Set.of("_id"))) {
        for (BsonDocument each :
            records.find(index.getDocument("partialFilterExpression", new BsonDocument()))) {
          keys +=
              fields.stream()
                  .mapToLong(field -> Math.max(1, values(each, List.of(field.split("[.]")))))
                  .reduce(1, Math::multiplyExact);
        }
      }
    }
    return keys;
  }

  private static long values(BsonValue at, List<String> path) {
    if (at.isArray()) {
      return at.asArray().stream().mapToLong(each -> values(each, path)).sum();
    }
    if (path.isEmpty()) {
      return 1;
    }
    BsonValue next = at.isDocument() ? at.asDocument().get(path.get(0)) : null;
    return next == null ? 0 : values(next, path.subList(1, path.size()));
  }

  @Override
  public void close() {
    hosts.forEach(Host::close);
    client.close();
    databases.close();
    server.close();
  }
}
