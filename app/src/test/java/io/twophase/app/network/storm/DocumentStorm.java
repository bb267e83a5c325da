package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Several engines run random transactions over documents and accounts through a bad network, some
 * of them the same ones, with a recoverer, a scrub and a reader beside them; then the network
 * heals, all is recovered, scrubbed and audited, the documents are what the records say, and the
 * reader was shown nothing that never was.
 */
public final class DocumentStorm {

  private static final int ENGINES = 3;
  private static final int AT_ONCE = 4;
  private static final int LIMIT_MINUTES = 30;
  private static final DocumentPlaces PLACES = DocumentPlaces.atHome();

  private final StormServer stormServer;
  private final Random random;
  private final UnaryOperator<Store> planted;
  private volatile boolean over;

  private DocumentStorm(StormServer stormServer, long seed, UnaryOperator<Store> planted) {
    this.stormServer = stormServer;
    this.random = new Random(seed);
    this.planted = planted;
  }

  /**
   * What came of it.
   *
   * @param faults what is wrong; empty if all is well
   * @param struck how often each fault of the network struck
   * @param summary one line about the transactions
   */
  public record Aftermath(List<String> faults, Map<Fault, Long> struck, String summary) {}

  /** With engines over a store that may be planted. */
  public static Aftermath run(
      StormServer stormServer, long seed, int transactions, UnaryOperator<Store> planted) {
    return new DocumentStorm(stormServer, seed, planted).run(transactions);
  }

  private Aftermath run(int transactions) {
    DocumentWorkload workload = DocumentWorkload.of(random, transactions, PLACES);
    List<TransactionRequest> requests = workload.requests();
    DocumentLedger ledger = new DocumentLedger(PLACES);
    try (MongoClient client = stormServer.direct();
        BadNetwork network = new BadNetwork(random, StormServer.TIME_OUT_MILLIS);
        Proxy proxy = Proxy.before(stormServer.server(), network)) {
      Store store = stormServer.store(client);
      store.accounts().open(DocumentWorkload.accounts());
      try {
        Party first = Party.withDocuments("opener", client, stormServer, UnaryOperator.identity());
        first.twoPhase().run(workload.opening()).orElseThrow();
        first.twoPhase().close();
        ReadHistory readings = runAll(proxy, network, requests, ledger);
        network.heal();
        stormServer.faults().end();
        List<String> faults = new ArrayList<>();
        settle(client, faults);
        faults.addAll(
            ledger.faults(
                store,
                requests,
                stormServer.faults().makeReadsLag() ? readings.lagging() : readings));
        return new Aftermath(faults, network.counts(), ledger + "; readings " + readings);
      } finally {
        client.getDatabase(stormServer.database()).drop();
      }
    }
  }

  private ReadHistory runAll(
      Proxy proxy, BadNetwork network, List<TransactionRequest> requests, DocumentLedger ledger) {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Party> parties = new ArrayList<>();
    try {
      for (int at = 0; at < ENGINES; at++) {
        party("engine" + at, proxy, parties);
      }
      Party helper = party("helper", proxy, parties);
      Party reader = party("reader", proxy, parties);
      network.worsen();
      stormServer.faults().begin();
      List<Future<?>> engines = new ArrayList<>();
      int share = requests.size() / ENGINES;
      for (int at = 0; at < ENGINES; at++) {
        Party party = parties.get(at);
        // the last tenth of each share is asked for by the next engine too
        int end = Math.min(requests.size(), (at + 1) * share + share / 10);
        List<TransactionRequest> own = requests.subList(at * share, end);
        engines.add(threads.submit(() -> run(party, own, ledger)));
      }
      Future<?> helping = threads.submit(() -> untilOver(helper));
      ReaderBeside beside =
          ReaderBeside.start(reader.twoPhase().documents(), PLACES, new Random(random.nextLong()));
      try (beside) {
        await(engines);
        over = true;
        await(List.of(helping));
      }
      return beside.history();
    } finally {
      over = true;
      threads.shutdownNow();
      parties.forEach(Party::close);
    }
  }

  private Party party(String name, Proxy proxy, List<Party> parties) {
    Party party =
        Party.withDocuments(name, StormServer.impatient(proxy.uri()), stormServer, planted);
    parties.add(party);
    return party;
  }

  private static void run(Party party, List<TransactionRequest> requests, DocumentLedger ledger) {
    for (int from = 0; from < requests.size(); from += AT_ONCE) {
      requests.subList(from, Math.min(requests.size(), from + AT_ONCE)).stream()
          .map(request -> submitted(party, request, ledger))
          .toList()
          .forEach(CompletableFuture::join);
    }
  }

  private static CompletableFuture<Void> submitted(
      Party party, TransactionRequest request, DocumentLedger ledger) {
    CompletableFuture<TransactionOutcome> answer = party.twoPhase().transfers().submit(request);
    return answer.handle(
        (outcome, fault) -> {
          if (outcome != null) {
            ledger.answered(outcome);
          } else if (!(fault instanceof StoreException
              || fault.getCause() instanceof StoreException)) {
            throw new AssertionError("transaction " + request.id(), fault);
          }
          return null;
        });
  }

  private void untilOver(Party party) {
    RecoveryRequest request =
        new RecoveryRequest(Duration.ofMillis(400), Option.none(), RecoveryRequest.Policy.RESUME);
    while (!over) {
      try {
        party.twoPhase().recovery().pass(request, recovered -> {});
        party.twoPhase().scrub().run(orphan -> {}, unreadable -> {});
        Thread.sleep(50);
      } catch (StoreException noAnswer) {
        // the next round, then
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  private static void await(List<Future<?>> running) {
    try {
      for (Future<?> future : running) {
        future.get(LIMIT_MINUTES, TimeUnit.MINUTES);
      }
    } catch (ExecutionException | TimeoutException | InterruptedException fault) {
      throw new AssertionError("an engine or the helper has failed", fault);
    }
  }

  /** Recovers, scrubs and audits, as an operator would when the network is sound again. */
  private void settle(MongoClient client, List<String> faults) {
    Party last = Party.withDocuments("operator", client, stormServer, UnaryOperator.identity());
    last.twoPhase().recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    last.twoPhase().scrub().run(orphan -> {}, unreadable -> {});
    last.twoPhase().audit().run().findings().forEach(finding -> faults.add("audit: " + finding));
    last.twoPhase().close();
  }
}
