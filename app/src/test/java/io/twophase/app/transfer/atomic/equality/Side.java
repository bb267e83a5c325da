package io.twophase.app.transfer.atomic.equality;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.eur;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.TwoPhase;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A store of one database, and the front door over it. */
final class Side implements AutoCloseable {

  /** Longer than an account stays with the protocol, and than a store is left alone. */
  private static final Duration A_WHILE = Duration.ofSeconds(2);

  /** Fresh with each run. */
  private static final Set<String> OWN = Set.of("token", "owner");

  private final MongoDatabase database;
  private final MongoStore store;
  private final TwoPhase twophase;
  private Duration now = Duration.ZERO;

  private Side(MongoDatabase database, MongoStore store, Option<AtomicBatches> batches) {
    this.database = database;
    this.store = store;
    // what the shortcut leaves of a lone transfer is compared with what the protocol leaves of one
    TwoPhase.Builder builder = TwoPhase.over(store).batchesAsOne(false).ticker(() -> now);
    batches.forEach(builder::atomicBatches);
    this.twophase = builder.build();
  }

  /** With open accounts, some of them near their bounds. */
  static Side of(MongoDatabase database, MongoStore store, Option<AtomicBatches> batches) {
    Side side = new Side(database, store, batches);
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(100)),
                account("B").overdraft(cents(20)).ceiling(cents(60)).opening(cents(-5)),
                account("C").ceiling(cents(30)).opening(cents(0)),
                account("D").opening(cents(40)),
                account("E").opening(cents(0)),
                account("euros").opening(eur("0.50"))));
    return side;
  }

  MongoStore store() {
    return store;
  }

  TwoPhase twophase() {
    return twophase;
  }

  /** What was answered, after a while. */
  Object does(Action action) {
    now = now.plus(A_WHILE);
    try {
      return action.work().apply(this);
    } catch (StoreException failed) {
      return failed.getClass();
    }
  }

  /** All documents of accounts and records, but for times and what each run draws. */
  List<BsonValue> stored() {
    List<BsonValue> all = new ArrayList<>();
    for (String name : List.of("accounts", "transactions")) {
      database
          .getCollection(name, BsonDocument.class)
          .find()
          .sort(Sorts.ascending("_id"))
          .forEach(document -> all.add(masked(document)));
    }
    return all;
  }

  private static BsonValue masked(BsonValue value) {
    if (value.isDocument()) {
      BsonDocument masked = new BsonDocument();
      value
          .asDocument()
          .forEach(
              (name, field) -> {
                if (!OWN.contains(name)) {
                  masked.append(name, masked(field));
                }
              });
      return masked;
    }
    if (value.isArray()) {
      return new BsonArray(value.asArray().stream().map(Side::masked).toList());
    }
    return value.isDateTime() ? new BsonString("a time") : value;
  }

  @Override
  public void close() {
    twophase.close();
  }
}
