package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Several engines make random transactions over a bad network, some of them the same ones, with
 * recoverers, a scrub and a reader beside them; then the network heals, all is recovered, asked for
 * again, scrubbed and audited.
 */
public final class Storm {

  private static final int ENGINES = 4;
  private static final int MOST_AT_ONCE = 24;
  private static final int LIMIT_MINUTES = 30;

  private final StormServer stormServer;
  private final Random random;
  private UnaryOperator<Route> worse = UnaryOperator.identity();
  private UnaryOperator<Store> planted = UnaryOperator.identity();
  private volatile boolean over;

  /** A storm on a network that repeats what it may, with nothing planted. */
  public Storm(StormServer stormServer, long seed) {
    this.stormServer = stormServer;
    this.random = new Random(seed);
  }

  /** The storm is on a network that is worse than it may be. */
  public Storm onNetwork(UnaryOperator<Route> other) {
    this.worse = other;
    return this;
  }

  /** The engines are over another store. */
  public Storm over(UnaryOperator<Store> other) {
    this.planted = other;
    return this;
  }

  /**
   * What came of a storm.
   *
   * @param faults what is wrong; empty if all is well
   * @param struck how often each fault of the network struck
   * @param summary one line about the transactions
   * @param ofMany the number of transactions that records of several have decided
   */
  public record Aftermath(
      List<String> faults, Map<BadNetwork.Fault, Long> struck, String summary, long ofMany) {}

  /** A storm of transfers, and of transactions over documents, with a reader beside them. */
  public Aftermath of(int transfers, int transactions) {
    DocumentWorkload work =
        new DocumentWorkload(random, transactions, transfers, stormServer.places());
    try (BadNetwork network = new BadNetwork(random, StormServer.TIME_OUT_MILLIS);
        Party sound = Party.of("operator", stormServer.direct(), stormServer, it -> it)) {
      List<Proxy> proxies = proxies(network);
      try {
        work.open(sound.twoPhase());
        runAll(proxies, network, work);
        network.heal();
        stormServer.faults().end();
        List<String> faults = new ArrayList<>();
        settle(sound.twoPhase(), work, faults);
        Store store = stormServer.store(sound.clients());
        faults.addAll(work.faults(store, stormServer.faults().makeReadsLag()));
        return new Aftermath(faults, network.counts(), work.toString(), work.ofMany());
      } finally {
        proxies.forEach(Proxy::close);
        sound.clients().forEach(stormServer::drop);
      }
    }
  }

  private List<Proxy> proxies(BadNetwork network) {
    Route road = worse.apply(network);
    return IntStream.range(0, stormServer.servers().size())
        .mapToObj(
            at ->
                Proxy.before(stormServer.servers().get(at), stormServer.faults().before(at, road)))
        .toList();
  }

  private void runAll(List<Proxy> proxies, BadNetwork network, DocumentWorkload work) {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Party> parties = new ArrayList<>();
    try {
      List<Runnable> engines = new ArrayList<>();
      int all = work.all().size();
      int share = all / ENGINES;
      for (int at = 0; at < ENGINES; at++) {
        Party party = party("engine" + at, proxies, parties);
        int from = at * share;
        // the last tenth of each share is asked for by the next engine too
        int to = Math.min(all, from + share + share / 10);
        long seed = random.nextLong();
        engines.add(() -> ask(party, work, from, to, new Random(seed)));
      }
      List<Runnable> helpers = helpers(proxies, parties);
      TwoPhase reader = party("reader", proxies, parties).twoPhase();
      network.worsen();
      stormServer.faults().begin();
      ReaderBeside reading = work.readBeside(reader, new Random(random.nextLong()));
      List<Future<?>> helping = submitted(threads, helpers);
      await(submitted(threads, engines));
      over = true;
      reading.close();
      await(helping);
    } finally {
      over = true;
      threads.shutdownNow();
      parties.forEach(Party::close);
    }
  }

  private List<Runnable> helpers(List<Proxy> proxies, List<Party> parties) {
    List<Runnable> helpers = new ArrayList<>();
    for (RecoveryRequest.Policy policy : RecoveryRequest.Policy.values()) {
      Party party = party("recoverer " + policy, proxies, parties);
      RecoveryRequest request =
          new RecoveryRequest(Duration.ofMillis(400), Optional.empty(), policy);
      helpers.add(
          () -> untilOver(() -> party.twoPhase().recovery().pass(request, recovered -> {})));
    }
    Party scrubber = party("scrubber", proxies, parties);
    helpers.add(
        () -> untilOver(() -> scrubber.twoPhase().scrub().run(orphan -> {}, unreadable -> {})));
    return helpers;
  }

  /** Its client is impatient from the first: on a busy machine it may have to open again. */
  private Party party(String name, List<Proxy> proxies, List<Party> parties) {
    List<MongoClient> clients =
        proxies.stream().map(Proxy::uri).map(StormServer::impatient).toList();
    Party party =
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .ignoreException(StoreUnavailableException.class)
            .until(() -> Party.of(name, clients, stormServer, planted), opened -> true);
    parties.add(party);
    return party;
  }

  /** Asks for some at a time, in one call or by group commit. */
  private void ask(Party party, DocumentWorkload work, int first, int end, Random own) {
    int from = first;
    while (from < end) {
      int to = Math.min(end, from + 1 + own.nextInt(MOST_AT_ONCE));
      List<Request> some = work.all().subList(from, to);
      from = to;
      stormServer.faults().asked(some.size());
      if (own.nextBoolean()) {
        submitEach(party.twoPhase(), some, work);
        continue;
      }
      try {
        party.twoPhase().transfers().transferAll(some, Order.ANY).forEach(work::answered);
      } catch (StoreException noAnswer) {
        // nothing was promised, so there is nothing to compare
      }
    }
  }

  private static void submitEach(TwoPhase twoPhase, List<Request> some, DocumentWorkload work) {
    some.stream()
        .map(
            request ->
                twoPhase
                    .transfers()
                    .submit(request)
                    .handle(
                        (outcome, fault) -> {
                          if (outcome != null) {
                            work.answered(outcome);
                          } else if (!(fault instanceof StoreException
                              || fault.getCause() instanceof StoreException)) {
                            throw new AssertionError("transaction " + request.id(), fault);
                          }
                          return null;
                        }))
        .toList()
        .forEach(CompletableFuture::join);
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

  private static List<Future<?>> submitted(ExecutorService threads, List<Runnable> all) {
    List<Future<?>> running = new ArrayList<>();
    all.forEach(one -> running.add(threads.submit(one)));
    return running;
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

  /**
   * Recovers, asks again for what nobody goes on with, scrubs and audits, as an operator would when
   * the network is sound again.
   */
  private static void settle(TwoPhase last, DocumentWorkload work, List<String> faults) {
    last.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    submitEach(last, work.all(), work);
    last.scrub().run(orphan -> {}, unreadable -> {});
    last.audit().run().findings().forEach(finding -> faults.add("audit: " + finding));
  }
}
