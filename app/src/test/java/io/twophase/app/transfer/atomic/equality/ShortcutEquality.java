package io.twophase.app.transfer.atomic.equality;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.ports.AtomicBatches;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.BiFunction;

/** Two servers: what is done on both, with the shortcut on one, comes to the same. */
final class ShortcutEquality implements AutoCloseable {

  private static final int ACTIONS = 40;
  private static final String PROBE = "twophase_probe";

  private final TransactionServer with = TransactionServer.start();
  private final TransactionServer without = TransactionServer.start();
  private final MongoClient clientWith = MongoClients.create(with.uri());
  private final MongoClient clientWithout = MongoClients.create(without.uri());
  private int committed;

  /** How many batches went by the shortcut. */
  int committed() {
    return committed;
  }

  /**
   * The first action of a seed that is answered otherwise, or leaves something else, with what was
   * seen; nothing if none does.
   *
   * @param planting what is used in place of the store's atomic batches
   */
  Option<String> difference(
      long seed, BiFunction<AtomicBatches, MongoDatabase, AtomicBatches> planting) {
    MongoDatabase database = emptied(clientWith);
    MongoDatabase other = emptied(clientWithout);
    MongoStore store = store(clientWith, true);
    AtomicBatches batches = planting.apply(store.atomicBatches().get(), database);
    try (Side left = Side.of(database, store, Option.some(counted(batches)));
        Side right = Side.of(other, store(clientWithout, false), Option.none())) {
      List<Action> actions = RandomActions.of(seed, ACTIONS);
      for (int at = 0; at < ACTIONS; at++) {
        Option<String> difference = difference(actions.get(at), left, right);
        if (difference.isDefined()) {
          return difference;
        }
      }
    }
    return Option.none();
  }

  private static Option<String> difference(Action action, Side left, Side right) {
    Object told = left.does(action);
    Object expected = right.does(action);
    if (!told.equals(expected)) {
      return Option.some(
          "%s%n  with the shortcut: %s%n  without it:        %s"
              .formatted(action.name(), told, expected));
    }
    var stored = left.stored();
    var expectedStored = right.stored();
    return Option.when(
        !stored.equals(expectedStored),
        () ->
            "%s leaves%n  with the shortcut: %s%n  without it:        %s"
                .formatted(
                    action.name(),
                    stored.stream().filter(each -> !expectedStored.contains(each)).toList(),
                    expectedStored.stream().filter(each -> !stored.contains(each)).toList()));
  }

  private AtomicBatches counted(AtomicBatches batches) {
    return (begun, inOrder) -> {
      AtomicOutcome outcome = batches.run(begun, inOrder);
      committed += outcome instanceof AtomicOutcome.Committed ? 1 : 0;
      return outcome;
    };
  }

  private static MongoStore store(MongoClient client, boolean transactions) {
    return MongoStore.using(
        client,
        "bank",
        MongoStoreSettings.defaults().withProbe(false).withServerTransactions(transactions));
  }

  /** The mark of the trial stays. */
  private static MongoDatabase emptied(MongoClient client) {
    MongoDatabase database = client.getDatabase("bank");
    for (String name : database.listCollectionNames()) {
      if (!name.equals(PROBE)) {
        database.getCollection(name).drop();
      }
    }
    return database;
  }

  @Override
  public void close() {
    clientWith.close();
    clientWithout.close();
    with.close();
    without.close();
  }
}
