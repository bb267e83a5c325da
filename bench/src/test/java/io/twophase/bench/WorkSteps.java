package io.twophase.bench;

import static io.twophase.domain.testing.Scenes.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Sorts;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.RecordQuery;
import io.twophase.test.contract.Moment;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Steps of a host on a server in memory, whose commands are counted; a step's answer is its cost.
 * Heartbeats do not count: how many of those a call meets depends on how long the machine takes.
 */
final class WorkSteps implements AutoCloseable {

  private static final String DATABASE = "bench";
  private static final int BATCH = 500;
  private static final MongoStoreSettings PLAIN =
      MongoStoreSettings.defaults()
          .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS)
          .withProbe(false);

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final BenchDatabases databases = new BenchDatabases(server.uri(), () -> {});
  private final WireCounter counter = new WireCounter();
  private final AtomicLong conditions = new AtomicLong();
  private final MongoClient client = databases.connect(List.of(new Counting()));
  private final Ledger ledger = new Ledger(client, DATABASE, BATCH, () -> {});
  private final MongoStore store = MongoStore.using(client, DATABASE, PLAIN);
  private final Host host = new Host(ledger);
  private final Map<String, Competitor> payers = new HashMap<>();
  private final Workload uniform = Workload.uniform(1_000);
  private final SplittableRandom random = new SplittableRandom(1);
  private TransferRequest authorized = request(new BenchTransfer(0, 1, 5));

  private final class Counting implements CommandListener {
    private final Set<Integer> heartbeats = ConcurrentHashMap.newKeySet();

    @Override
    public void commandStarted(CommandStartedEvent event) {
      BsonDocument command = event.getCommand();
      if (command.get(command.getFirstKey()).equals(new BsonString(MongoStore.OWNERS))) {
        heartbeats.add(event.getRequestId());
        return;
      }
      counter.commandStarted(event);
      command
          .getArray("updates", new BsonArray())
          .forEach(each -> conditions.addAndGet(conditions(each.asDocument().get("q"))));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
      if (!heartbeats.remove(event.getRequestId())) {
        counter.commandSucceeded(event);
      }
    }
  }

  /** How many conditions a filter has, those on {@code _id} apart. */
  private static long conditions(BsonValue filter) {
    return filter.asDocument().entrySet().stream()
        .filter(each -> !each.getKey().equals("_id"))
        .mapToLong(
            each ->
                switch (each.getKey()) {
                  case "$and", "$or", "$nor" ->
                      each.getValue().asArray().stream().mapToLong(WorkSteps::conditions).sum();
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

  String step(String written) {
    String[] words = written.split(" ", -1);
    return switch (words[0]) {
      case "index" ->
          done(
              () ->
                  MongoStore.using(
                      client,
                      DATABASE,
                      words[1].equals("accounts")
                          ? PLAIN.withAccountIndex(true)
                          : PLAIN.withReferenceIndex(true)));
      case "events" -> done(() -> store.events().turnOn());
      case "evidence" -> done(() -> host.twoPhase().evidence().turnOn());
      case "open" -> done(() -> host.open(number(words, 1), number(words, 3)));
      case "transfer" -> cost(() -> transfer(request(new BenchTransfer(0, 1, 5))));
      case "at" -> cost(() -> transfer(request(atMost(words)).takingAtMost()));
      case "transfers" -> cost(() -> transfers(number(words, 1), written));
      case "authorize" -> cost(this::authorize);
      case "capture" -> cost(this::capture);
      case "pay" -> cost(() -> pay(words[1]));
      case "number" -> cost(() -> host.twoPhase().events().number());
      case "grow" -> cost(() -> host.twoPhase().evidence().grow());
      case "carry" -> carry();
      case "leaves" -> bytes(number(words, 1)) + " bytes";
      default -> throw new IllegalArgumentException("no step " + written);
    };
  }

  private static int number(String[] words, int at) {
    return Integer.parseInt(words[at]);
  }

  private TransferRequest request(BenchTransfer transfer) {
    return host.request(transfer);
  }

  private static BenchTransfer atMost(String[] words) {
    return new BenchTransfer(number(words, 4), number(words, 6), number(words, 2));
  }

  private void transfer(TransferRequest request) {
    assertThat(host.twoPhase().transfers().transfer(request).isApplied()).isTrue();
  }

  /** Every other poor account pays the next one much more than it has, and is refused. */
  private void transfers(int many, String how) {
    IntFunction<BenchTransfer> transfer =
        switch (how.split(" ", -1)[2]) {
          case "spread" -> at -> uniform.next(random);
          case "apart" -> at -> new BenchTransfer(2 * at, 2 * at + 1, 5);
          case "poor" -> at -> new BenchTransfer(at, (at + 1) % many, at % 2 == 0 ? 5 : 5_000_000);
          default -> toAndFro(number(how.split(" ", -1), 3));
        };
    Labels labels = how.contains("reference") ? Labels.NONE.referenced("invoice 7") : Labels.NONE;
    List<TransferRequest> requests =
        IntStream.range(0, many)
            .mapToObj(at -> request(transfer.apply(at)).labelled(labels))
            .toList();
    Order order = how.endsWith("in order") ? Order.AS_GIVEN : Order.ANY;
    assertThat(host.twoPhase().transfers().transferAll(requests, order))
        .filteredOn(TransactionOutcome::isApplied)
        .hasSize(how.contains("poor") ? many / 2 : many);
  }

  private static IntFunction<BenchTransfer> toAndFro(int accounts) {
    return at -> new BenchTransfer(at % accounts, (at + 1) % accounts, 5);
  }

  private void authorize() {
    authorized = request(new BenchTransfer(0, 1, 5));
    assertThat(host.twoPhase().authorizations().authorize(authorized, Host.TERMS).isAuthorized())
        .isTrue();
  }

  private void capture() {
    assertThat(host.twoPhase().authorizations().capture(authorized.id()).isCaptured()).isTrue();
  }

  /** As a competitor pays: the first time makes a collection, and the next looks at it. */
  private void pay(String name) {
    Competitor payer =
        payers.computeIfAbsent(
            name,
            of ->
                CompetitorKind.all().stream()
                    .filter(kind -> kind.name().equals(of))
                    .findAny()
                    .orElseThrow()
                    .opening()
                    .apply(ledger));
    assertThat(payer.run(List.of(new BenchTransfer(0, 1, 5)), (nanos, transfers) -> {})).isOne();
  }

  /** Carries all that is finished, as one page. */
  private String carry() {
    List<Lookup> finished = store.records().list(RecordQuery.ended(Duration.ZERO, 1_000));
    CarryForward carrying = new CarryForward(store.carried(), new HashSet<>());
    return cost(() -> carrying.heldBack(new RemovalPage(finished, List.of())));
  }

  private int bytes(int leaves) {
    int bytes = 0;
    for (RawBsonDocument leaf :
        client
            .getDatabase(DATABASE)
            .getCollection(Ledger.TRANSACTIONS + "_leaves", RawBsonDocument.class)
            .find()
            .sort(Sorts.descending("_id"))
            .limit(leaves)) {
      bytes += leaf.getByteBuffer().remaining();
    }
    return bytes;
  }

  /**
   * Says what calls cost: the conditions are of updates, and the keys are those more in indexes of
   * the records, those on {@code _id} apart. A pass leaves to the next one what is decided in this
   * very millisecond.
   */
  private String cost(Runnable calls) {
    Moment.pass();
    long keysBefore = keys();
    long conditionsBefore = conditions.get();
    WireCounter.Count before = counter.count();
    calls.run();
    WireCounter.Count wire = counter.count().since(before);
    return "%d commands, %d waits, %d writes, %d conditions, %d keys"
        .formatted(
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
    payers.values().forEach(Competitor::close);
    host.close();
    client.close();
    databases.close();
    server.close();
  }
}
