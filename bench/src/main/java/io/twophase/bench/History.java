package io.twophase.bench;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Puts a past into a database: transactions that are finished, and ones that are stuck. */
final class History {

  private final Ledger ledger;
  private final MongoCollection<BsonDocument> records;
  private long there;

  History(Ledger ledger) {
    this.ledger = ledger;
    this.records = ledger.collection(Ledger.TRANSACTIONS);
  }

  /**
   * Inserts finished transfers until there are so many, an even number. They go between the first
   * two accounts, there and back, so that together they leave every balance as it is.
   */
  void finishedUpTo(long number) {
    List<BsonDocument> models = new ArrayList<>(2);
    try (Host host = new Host(ledger)) {
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
        at -> {
          ledger.goOn().run();
          return models.get((int) (at % 2)).clone().append("_id", new BsonString("finished-" + at));
        });
    there = number;
  }

  /**
   * Begins transfers until there are so many, each alone, holds for them, and leaves them so: they
   * are authorized, and then their records are as those of transfers that wait for no capture.
   */
  void stuckUpTo(long number, Workload workload, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (Host host = new Host(ledger)) {
      for (; there < number; there++) {
        ledger.goOn().run();
        TransferRequest request = host.request(workload.next(random));
        host.twoPhase().authorizations().authorize(request, Host.TERMS).orElseThrow();
      }
    }
    records.updateMany(
        Filters.exists(Field.AUTHORIZED_AT),
        Updates.combine(
            Updates.set(Field.STATE, "pending"),
            Updates.unset(Field.AUTHORIZATION),
            Updates.unset(Field.EXPIRES_AT),
            Updates.unset(Field.AUTHORIZED_AT)));
  }
}
