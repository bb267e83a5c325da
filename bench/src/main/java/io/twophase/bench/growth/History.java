package io.twophase.bench.growth;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.measure.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Puts a past into a database: transactions that are finished, and ones that are stuck. */
final class History {

  private final MongoClient client;
  private final String database;

  History(MongoClient client, String database) {
    this.client = client;
    this.database = database;
  }

  /**
   * Inserts finished transfers between the first two accounts, there and back, so that together
   * they leave every balance as it is. Both numbers are even.
   */
  void finished(long from, long to) {
    MongoCollection<BsonDocument> records =
        Ledger.collection(client.getDatabase(database), Ledger.TRANSACTIONS);
    List<BsonDocument> models = new ArrayList<>(2);
    try (Host host = Host.of(client, database, 1, "model-" + from + "-")) {
      for (int source : List.of(0, 1)) {
        TransferRequest request = host.request(new BenchTransfer(source, 1 - source, 1));
        host.twoPhase().transfers().transfer(request).orElseThrow();
        models.add(Objects.requireNonNull(records.find(Filters.eq(request.id().value())).first()));
      }
    }
    Ledger.fill(
        records,
        from,
        to,
        number ->
            models
                .get((int) (number % 2))
                .clone()
                .append("_id", new BsonString("finished-" + number)));
  }

  /** Begins transfers, each alone, holds for them, and leaves them so. */
  void stuck(long number, Workload workload, long seed, String prefix) {
    SplittableRandom random = new SplittableRandom(seed);
    try (Host host = new Host(client, database, 1, prefix, StoppingStore::of)) {
      for (long left = number; left > 0; left--) {
        leave(host, host.request(workload.next(random)));
      }
    }
  }

  private static void leave(Host host, TransferRequest request) {
    try {
      host.twoPhase().transfers().transfer(request);
    } catch (StoppingStore.Stopped expected) {
      return;
    }
    throw new IllegalStateException("a transfer that was to be stuck is not");
  }
}
