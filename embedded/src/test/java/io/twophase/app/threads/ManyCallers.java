package io.twophase.app.threads;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.EventWait;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Callers of one host, whose store is on a server behind TCP, at once and in every way. */
final class ManyCallers implements AutoCloseable {

  private static final int CALLERS = 24;

  private final MongoServer server = new MongoServer(new MemoryBackend());
  private final MongoClient client;

  /**
   * @param listener is told of each command, on the thread that sends it
   */
  ManyCallers(CommandListener listener) {
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(server.bindAndGetConnectionString()))
                .addCommandListener(listener)
                .build());
  }

  /** What came of the transfers of callers and batches that all run on {@code threads}. */
  List<TransactionOutcome> call(ExecutorService threads, String name) throws Exception {
    List<TransactionOutcome> outcomes = new ArrayList<>();
    try (MongoStore store =
            MongoStore.using(client, name, MongoStoreSettings.defaults().withProbe(false));
        TwoPhase host = TwoPhase.over(store).executor(threads).build()) {
      host.accounts().open(account("A"), money("1000.00", "USD"));
      host.accounts().open(account("B"), money("0.00", "USD"));
      host.events().turnOn();
      List<Future<List<TransactionOutcome>>> callers = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        String id = "caller " + caller;
        callers.add(threads.submit(() -> calls(host, id)));
      }
      for (Future<List<TransactionOutcome>> caller : callers) {
        outcomes.addAll(caller.get());
      }
      threads.submit(() -> others(host)).get();
      threads.submit(host::close).get();
    }
    return outcomes;
  }

  private static List<TransactionOutcome> calls(TwoPhase host, String id) {
    List<TransactionOutcome> outcomes = new ArrayList<>();
    outcomes.add(host.transfers().transfer(request(id + " alone")));
    outcomes.add(host.transfers().submit(request(id + " shared")).join());
    outcomes.add(
        host.within(
            Duration.ofMinutes(5), () -> host.transfers().transfer(request(id + " in time"))));
    outcomes.addAll(
        host.transfers()
            .transferAll(List.of(request(id + " one"), request(id + " two")), Order.AS_GIVEN));
    return outcomes;
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money("1.00", "USD"));
  }

  /** What has threads of its own in a host, or waits by itself. */
  private static void others(TwoPhase host) {
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    host.events().number();
    try (EventWait wait = EventWait.of(host.events())) {
      wait.await();
    }
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }
}
