package io.twophase.app.network;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.audit.Finding;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.TestedServer;
import io.twophase.app.testing.WireMessage;
import io.twophase.app.usecase.RecoveryRequest;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import io.twophase.app.wiring.TwoPhase;
import io.twophase.app.wiring.TwoPhaseSettings;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A day of several processes' work behind a bad network, and what the books say in the evening,
 * when the network is well again and all that was left has been recovered.
 */
final class BadDay {

  private static final int ENGINES = 8;
  private static final int ACCOUNTS = 8;
  private static final Duration STUCK_AFTER = Duration.ofMillis(150);

  private final String database;
  private final BadNetwork network;
  private final Weather weather;
  private final Map<String, TransferOutcome> answers = new ConcurrentHashMap<>();
  private final List<String> wrong = new ArrayList<>();

  private BadDay(String database, BadNetwork network, Weather weather) {
    this.database = database;
    this.network = network;
    this.weather = weather;
  }

  /**
   * What the network is like.
   *
   * @param perMille how many of a thousand writes meet a fault
   * @param faults which
   * @param repeatable which messages it may repeat
   */
  record Weather(int perMille, List<NetworkFault> faults, Predicate<WireMessage> repeatable) {

    /** Every kind of fault, and repeats of all that the protocol lets be repeated. */
    static final Weather BAD =
        new Weather(120, List.of(NetworkFault.values()), Commands::mayBeRepeated);

    /** More than the protocol can bear. */
    static final Weather REPEATING_HOLDS =
        new Weather(600, List.of(NetworkFault.REPEATED_LATE), message -> true);

    private void begin(BadNetwork network) {
      network.faults(perMille, faults);
    }
  }

  /** Makes transfers on a database of its own on the server. */
  static BadDay live(TestedServer server, long seed, int transfers, Weather weather)
      throws IOException, InterruptedException {
    String database = "network" + Long.toHexString(seed) + server.name().toLowerCase(Locale.ROOT);
    MongoClients.create(server.uri()).getDatabase(database).drop();
    try (BadNetwork network =
        BadNetwork.before(TestedServer.port(server.uri()), seed, weather.repeatable())) {
      BadDay day = new BadDay(database, network, weather);
      day.open(server);
      day.work(new Random(seed), transfers);
      day.settle(server);
      return day;
    }
  }

  /** How often each fault has been. */
  Map<NetworkFault, Long> faults() {
    return network.counts();
  }

  /** How many were answered how. */
  Map<String, Integer> answers() {
    Map<String, Integer> kinds = new TreeMap<>();
    answers.values().forEach(o -> kinds.merge(o.getClass().getSimpleName(), 1, Integer::sum));
    return kinds;
  }

  /** All that is not as it should be. */
  List<String> wrong() {
    return wrong;
  }

  private void open(TestedServer server) {
    try (MongoStore store = store(server.uri())) {
      store
          .accounts()
          .open(
              IntStream.range(0, ACCOUNTS)
                  .mapToObj(n -> account("a" + n).opening(cents(3_000)))
                  .toList());
    }
  }

  private MongoStore store(String uri) {
    MongoStoreSettings settings =
        MongoStoreSettings.defaults()
            .withProbe(false)
            .withTimeouts(
                new MongoStoreSettings.Timeouts(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5)));
    return MongoStore.open(uri + "/" + database, settings);
  }

  private static TwoPhase host(MongoStore store, String name) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName(name))
            .stuckAfter(STUCK_AFTER)
            .patience(Duration.ofSeconds(3));
    return TwoPhase.over(store.accounts(), store.transactions())
        .settings(new TwoPhaseSettings(engine, 20))
        .build();
  }

  private void work(Random random, int transfers) throws InterruptedException {
    CountDownLatch working = new CountDownLatch(ENGINES);
    ExecutorService engines = Executors.newFixedThreadPool(ENGINES + 1);
    for (int n = 0; n < ENGINES; n++) {
      String name = "engine" + n;
      Random own = new Random(random.nextLong());
      engines.execute(
          () -> {
            try (MongoStore store = store(network.uri())) {
              try (TwoPhase host = host(store, name)) {
                weather.begin(network);
                transfer(host, name, own, transfers / ENGINES);
              }
            } finally {
              working.countDown();
            }
          });
    }
    engines.execute(() -> recover(working));
    engines.shutdown();
    if (!engines.awaitTermination(250, TimeUnit.SECONDS)) {
      wrong.add("the engines do not come to an end");
      engines.shutdownNow();
    }
  }

  private void transfer(TwoPhase host, String name, Random random, int count) {
    List<TransferRequest> batch = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      TransferRequest request =
          new TransferRequest(
              transactionId(name + "-" + n),
              accountId("a" + random.nextInt(ACCOUNTS)),
              accountId("a" + random.nextInt(ACCOUNTS)),
              cents(1 + random.nextInt(300)));
      batch.add(request);
      if (batch.size() > random.nextInt(12) || n == count - 1) {
        ask(host, batch);
        batch.clear();
      }
    }
  }

  /** Asks together, and asks again what has no certain answer, as a careful caller does. */
  private void ask(TwoPhase host, List<TransferRequest> batch) {
    for (TransferRequest request : batch) {
      var unused =
          host.transfers()
              .submit(request)
              .handle(
                  (outcome, broken) ->
                      outcome == null ? null : answers.put(request.id().value(), outcome));
    }
    TransferRequest last = batch.get(batch.size() - 1);
    try {
      answers.put(last.id().value(), host.transfers().transfer(last));
    } catch (StoreException unreachable) {
      // not answered: what became of it the records say
    }
  }

  private void recover(CountDownLatch working) {
    try (MongoStore store = store(network.uri())) {
      TwoPhase host = host(store, "recoverer");
      while (!working.await(100, TimeUnit.MILLISECONDS)) {
        try {
          host.recovery().pass(RecoveryRequest.olderThan(STUCK_AFTER), told -> {});
          host.scrub().run(orphan -> {});
        } catch (StoreException again) {
          // the next round tries again
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The network is well again, and what was late has come. */
  private void settle(TestedServer server) throws InterruptedException {
    network.heal();
    network.awaitLate();
    try (MongoStore store = store(server.uri())) {
      TwoPhase host = Hosts.alone(store.accounts(), store.transactions());
      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), told -> {});
      host.scrub().run(orphan -> {});
      for (Finding finding : host.audit().run().findings()) {
        wrong.add(finding.toString());
      }
      answers.forEach((id, outcome) -> compare(store, id, outcome));
      long sum =
          Hosts.balances(store.accounts()).values().stream()
              .mapToLong(b -> b.longValueExact())
              .sum();
      if (sum != ACCOUNTS * 3_000L) {
        wrong.add("the balances add up to " + sum);
      }
    }
  }

  private void compare(MongoStore store, String id, TransferOutcome outcome) {
    Sighting seen = store.transactions().find(List.of(transactionId(id))).get(0);
    @Nullable State state = seen instanceof Sighting.Found found ? found.record().state() : null;
    boolean agrees =
        outcome instanceof TransferOutcome.Applied
            ? state == State.DONE
            : !(outcome instanceof TransferOutcome.Refused) || state != State.DONE;
    if (!agrees) {
      wrong.add(id + " was answered " + outcome + ", and is " + state);
    }
  }
}
