package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Several engines make random transfers over a bad network, some of them the same ones, with
 * recoverers and a scrub beside them; then the network heals, all is recovered, scrubbed and
 * audited.
 */
public final class Storm {

  private static final int ENGINES = 4;
  private static final int RECOVERERS = 2;
  private static final int ACCOUNTS = 24;
  private static final int LARGEST_BATCH = 24;
  private static final int LIMIT_MINUTES = 30;

  private final StormServer stormServer;
  private final Random random;
  private final UnaryOperator<Route> worse;
  private final UnaryOperator<AccountRepository> planted;
  private final boolean batchesAsOne;
  private volatile boolean over;

  private Storm(
      StormServer stormServer,
      long seed,
      UnaryOperator<Route> worse,
      UnaryOperator<AccountRepository> planted,
      boolean batchesAsOne) {
    this.batchesAsOne = batchesAsOne;
    this.stormServer = stormServer;
    this.random = new Random(seed);
    this.worse = worse;
    this.planted = planted;
  }

  /**
   * What came of it.
   *
   * @param faults what is wrong; empty if all is well
   * @param struck how often each fault of the network struck
   * @param summary one line about the transfers
   * @param ofBatches how many transfers batches have decided
   */
  public record Aftermath(
      List<String> faults, Map<Fault, Long> struck, String summary, long ofBatches) {}

  /** On a network that repeats what it may, with nothing planted. */
  public static Aftermath sound(StormServer stormServer, long seed, int transfers) {
    return new Storm(stormServer, seed, UnaryOperator.identity(), UnaryOperator.identity(), false)
        .run(transfers);
  }

  /**
   * The same, of engines of which each batch is one transaction. What a batch has left out and
   * nobody has gone on with is asked for again when the network has healed.
   */
  public static Aftermath ofBatches(StormServer stormServer, long seed, int transfers) {
    return new Storm(stormServer, seed, UnaryOperator.identity(), UnaryOperator.identity(), true)
        .run(transfers);
  }

  /** On a network that is worse than it may be, or with engines over a planted store. */
  public static Aftermath planted(
      StormServer stormServer,
      long seed,
      int transfers,
      UnaryOperator<Route> worse,
      UnaryOperator<AccountRepository> planted) {
    return new Storm(stormServer, seed, worse, planted, false).run(transfers);
  }

  private Aftermath run(int transfers) {
    List<Opening> openings = openings();
    List<TransferRequest> requests = requests(transfers);
    Ledger ledger = new Ledger(openings, requests);
    try (MongoClient client = stormServer.direct();
        BadNetwork network = new BadNetwork(random, StormServer.TIME_OUT_MILLIS);
        Proxy proxy = Proxy.before(stormServer.server(), worse.apply(network))) {
      MongoStore store = stormServer.store(client);
      store.accounts().open(openings);
      try {
        runAll(crew(proxy, network, requests, ledger));
        network.heal();
        stormServer.faults().end();
        List<String> faults = new ArrayList<>();
        settle(client, faults, requests, ledger);
        faults.addAll(ledger.faults(store.accounts(), store.transactions()));
        return new Aftermath(faults, network.counts(), ledger.toString(), ledger.ofBatches());
      } finally {
        client.getDatabase(stormServer.database()).drop();
      }
    }
  }

  private static List<Opening> openings() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < ACCOUNTS; at++) {
      openings.add(account("a" + at).opening(cents(at % 3 == 0 ? 40 : 100_000)));
    }
    return openings;
  }

  /**
   * A few accounts are in most of them; some are to oneself, and some to nowhere; some take as much
   * as there is.
   */
  private List<TransferRequest> requests(int transfers) {
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < transfers; at++) {
      TransferRequest request =
          new TransferRequest(
              transactionId("t" + at),
              accountId("a" + random.nextInt(random.nextBoolean() ? 4 : ACCOUNTS)),
              accountId("a" + random.nextInt(ACCOUNTS + 1)),
              cents(1 + random.nextInt(60)));
      requests.add(at % 7 == 3 ? request.takingAtMost() : request);
    }
    return requests;
  }

  private record Crew(List<Runnable> engines, List<Runnable> helpers, List<Party> parties) {}

  private Crew crew(
      Proxy proxy, BadNetwork network, List<TransferRequest> requests, Ledger ledger) {
    Crew crew = new Crew(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int share = requests.size() / ENGINES;
    for (int at = 0; at < ENGINES; at++) {
      Party party = party("engine" + at, proxy, crew);
      // the last tenth of each share is asked for by the next engine too
      int end = Math.min(requests.size(), (at + 1) * share + share / 10);
      List<TransferRequest> own = requests.subList(at * share, end);
      long seed = random.nextLong();
      crew.engines().add(() -> transfer(party, own, new Random(seed), ledger));
    }
    for (int at = 0; at < RECOVERERS; at++) {
      Party party = party("recoverer" + at, proxy, crew);
      RecoveryRequest.Policy policy =
          at == 0 ? RecoveryRequest.Policy.RESUME : RecoveryRequest.Policy.CANCEL;
      crew.helpers().add(() -> recover(party, policy));
    }
    Party scrubber = party("scrubber", proxy, crew);
    crew.helpers()
        .add(
            () -> untilOver(() -> scrubber.twoPhase().scrub().run(orphan -> {}, unreadable -> {})));
    network.worsen();
    stormServer.faults().begin();
    return crew;
  }

  private Party party(String name, Proxy proxy, Crew crew) {
    MongoClient client = StormServer.impatient(proxy.uri());
    Party party =
        batchesAsOne
            ? Party.ofBatches(name, client, stormServer)
            : Party.of(name, client, stormServer, planted);
    crew.parties().add(party);
    return party;
  }

  private static void transfer(
      Party party, List<TransferRequest> requests, Random random, Ledger ledger) {
    int from = 0;
    while (from < requests.size()) {
      int to = Math.min(requests.size(), from + 1 + random.nextInt(LARGEST_BATCH));
      List<TransferRequest> batch = requests.subList(from, to);
      if (random.nextBoolean()) {
        transferAll(party, batch, ledger);
      } else {
        submitEach(party, batch, ledger);
      }
      from = to;
    }
  }

  private static void transferAll(Party party, List<TransferRequest> batch, Ledger ledger) {
    try {
      party.twoPhase().transfers().transferAll(batch, Order.ANY).forEach(ledger::answered);
    } catch (StoreException noAnswer) {
      // nothing was promised, so there is nothing to compare
    }
  }

  /** By group commit. */
  private static void submitEach(Party party, List<TransferRequest> batch, Ledger ledger) {
    batch.stream()
        .map(
            request ->
                party
                    .twoPhase()
                    .transfers()
                    .submit(request)
                    .thenAccept(ledger::answered)
                    .exceptionally(Storm::noAnswer))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static Void noAnswer(Throwable fault) {
    if (fault.getCause() instanceof StoreException) {
      return null;
    }
    throw new CompletionException(fault);
  }

  private void recover(Party party, RecoveryRequest.Policy policy) {
    RecoveryRequest request = new RecoveryRequest(Duration.ofMillis(400), Option.none(), policy);
    untilOver(() -> party.twoPhase().recovery().pass(request, recovered -> {}));
  }

  private void untilOver(Runnable round) {
    while (!over) {
      try {
        round.run();
        Thread.sleep(50);
      } catch (StoreException noAnswer) {
        // the next round, then
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  private void runAll(Crew crew) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> helpers = new ArrayList<>();
      crew.helpers().forEach(helper -> helpers.add(threads.submit(helper)));
      List<Future<?>> engines = new ArrayList<>();
      crew.engines().forEach(engine -> engines.add(threads.submit(engine)));
      await(engines);
      over = true;
      await(helpers);
    } finally {
      over = true;
      threads.shutdownNow();
      crew.parties().forEach(Party::close);
    }
  }

  private static void await(List<Future<?>> running) {
    try {
      for (Future<?> future : running) {
        future.get(LIMIT_MINUTES, TimeUnit.MINUTES);
      }
    } catch (ExecutionException | TimeoutException | InterruptedException fault) {
      throw new AssertionError("an engine or a recoverer has failed", fault);
    }
  }

  /** Recovers, scrubs and audits, as an operator would when the network is sound again. */
  private void settle(
      MongoClient client, List<String> faults, List<TransferRequest> requests, Ledger ledger) {
    Party last =
        batchesAsOne
            ? Party.ofBatches("operator", client, stormServer)
            : Party.of("operator", client, stormServer, UnaryOperator.identity());
    last.twoPhase().recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    if (batchesAsOne) {
      last.twoPhase().transfers().transferAll(requests, Order.ANY).forEach(ledger::answered);
    }
    last.twoPhase().scrub().run(orphan -> {}, unreadable -> {});
    last.twoPhase().audit().run().findings().forEach(finding -> faults.add("audit: " + finding));
    last.twoPhase().close();
  }
}
