package io.twophase.bench;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Puts a past into a database: transactions that are finished, and ones that are stuck. */
final class History {

  /** Stands for the end of the process: nothing catches it but the bench. */
  private static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final MongoClient client;
  private final String database;
  private long there;

  History(MongoClient client, String database) {
    this.client = client;
    this.database = database;
  }

  /**
   * Inserts finished transfers until there are so many, an even number. They go between the first
   * two accounts, there and back, so that together they leave every balance as it is.
   */
  void finishedUpTo(long number) {
    MongoCollection<BsonDocument> records =
        Ledger.collection(client.getDatabase(database), Ledger.TRANSACTIONS);
    List<BsonDocument> models = new ArrayList<>(2);
    try (Host host = Host.of(client, database, 1, "model-" + there + "-")) {
      for (int source : List.of(0, 1)) {
        TransferRequest request = host.request(new BenchTransfer(source, 1 - source, 1));
        host.twoPhase().transfers().transfer(request).orElseThrow();
        models.add(Objects.requireNonNull(records.find(Filters.eq(request.id().value())).first()));
      }
    }
    Ledger.fill(
        records,
        there,
        number,
        at -> models.get((int) (at % 2)).clone().append("_id", new BsonString("finished-" + at)));
    there = number;
  }

  /** Begins transfers until there are so many, each alone, holds for them, and leaves them so. */
  void stuckUpTo(long number, Workload workload, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (Host host =
        new Host(
            new Ledger(client, database, 1, "stuck-" + number + "-"),
            Host.Way.BATCHED,
            History::neverDeciding)) {
      for (; there < number; there++) {
        leave(host, host.request(workload.next(random)));
      }
    }
  }

  private static void leave(Host host, TransferRequest request) {
    try {
      TransactionOutcome outcome = host.twoPhase().transfers().transfer(request);
      throw new IllegalStateException("a transfer that was to be stuck is not: " + outcome);
    } catch (Stopped expected) {
      // it is stuck
    }
  }

  /** A store, as a process reaches it that dies before it decides: what it holds stays held. */
  private static Store neverDeciding(Store real) {
    Records records =
        instead(
            Records.class,
            real.records(),
            "move",
            () -> {
              throw new Stopped();
            });
    return instead(Store.class, real, "records", () -> records);
  }

  private static <T> T instead(Class<T> port, T real, String method, Supplier<Object> answer) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, called, arguments) -> {
              try {
                return called.getName().equals(method)
                    ? answer.get()
                    : called.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
