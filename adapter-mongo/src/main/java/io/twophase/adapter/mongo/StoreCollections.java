package io.twophase.adapter.mongo;

import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.HomeMarks;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.adapter.mongo.setup.Validators;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.account.Period;
import io.twophase.ports.Records.SearchIndexes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** The collections of a store: some are named by its settings, others after the one of records. */
record StoreCollections(MongoDatabase database, MongoStoreSettings settings, Server server) {

  /** The collection of the numbers of decided records. */
  static final String NUMBERS = "_events";

  /** The collection of the leaves of the tree over these numbers. */
  static final String LEAVES = "_leaves";

  /** The collection of the consumers. */
  static final String CONSUMERS = "_consumers";

  /** The collection of the sums of removed records. */
  static final String CARRIED = "_carried";

  /** The suffix of the collection of operators' actions. */
  static final String ACTIONS = "_actions";

  Table accounts() {
    return of(settings.accounts);
  }

  Table records() {
    return of(settings.transactions);
  }

  /** The collection that is named after that of the records, with this end. */
  Table beside(String end) {
    return of(settings.transactions + end);
  }

  Table of(String name) {
    return new Table(database.getCollection(name, BsonDocument.class), server);
  }

  SharedSettings shared() {
    return SharedSettings.of(database, server);
  }

  RecordRetention retention() {
    return new RecordRetention(database, records());
  }

  Indexes indexes() {
    return new Indexes(records());
  }

  /** The full names of those in which nothing is held. */
  Set<String> own() {
    return withoutParticipants(settings.transactions)
        .map(name -> database.getName() + "." + name)
        .collect(Collectors.toSet());
  }

  /** All of them, each with the field by whose age the server may remove documents. */
  Map<String, Optional<String>> expiring() {
    Map<String, Optional<String>> expiring = new HashMap<>();
    names(settings.accounts, settings.transactions)
        .forEach(name -> expiring.put(name, Optional.empty()));
    expiring.put(settings.transactions, Optional.of(Field.FINISHED_AT));
    return expiring;
  }

  /** The names of all collections of a store that has these. */
  static Stream<String> names(String accounts, String transactions) {
    return Stream.concat(
        withoutParticipants(transactions),
        Stream.of(accounts, Period.COLLECTION.collection(), HomeMarks.COLLECTION));
  }

  private static Stream<String> withoutParticipants(String transactions) {
    return Stream.concat(
        Stream.of("", NUMBERS, LEAVES, CONSUMERS, CARRIED, ACTIONS).map(transactions::concat),
        Stream.of(MongoStore.OWNERS, MongoStore.COLLECTIONS, SharedSettings.COLLECTION));
  }

  /**
   * Sees to what the settings ask for. All of it can be done again, and by several processes.
   *
   * @throws UnsafeStoreException if the accounts are used with another collection of transactions
   */
  void prepare() {
    requireHome();
    if (settings.validators) {
      Validators validators = new Validators(database, server.errors());
      validators.ensure(settings.accounts, Schemas.accounts());
      validators.ensure(settings.transactions, Schemas.transactions());
    }
    indexes().ensure(new SearchIndexes(settings.byReference, settings.byAccount));
    if (settings.heldIndex) {
      new Indexes(accounts()).ensureOfHeld();
    }
    for (Retention asked : settings.retention.stream().toList()) {
      switch (asked.by()) {
        case SERVER -> retention().byServer(asked.period());
        case PASS -> retention().byPass(asked.period(), asked.receipts());
      }
    }
  }

  private void requireHome() {
    String home = shared().home(settings.accounts, settings.transactions);
    if (!home.equals(settings.transactions)) {
      throw new UnsafeStoreException(
          ("the holds of %s.%s are of the transactions in %s (%s), so it cannot be used"
                  + " with those in %s")
              .formatted(
                  database.getName(),
                  settings.accounts,
                  home,
                  SharedSettings.COLLECTION,
                  settings.transactions),
          false);
    }
  }
}
