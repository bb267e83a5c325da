package io.twophase.adapter.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.collection.Inspector;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.probe.TransferProbe;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.Schemas;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.adapter.mongo.setup.Validators;
import org.bson.BsonDocument;

/** What is done as a store is opened. All of it can be done again, and by several processes. */
final class Preparation {

  private Preparation() {}

  static void run(
      MongoDatabase database, MongoStoreSettings settings, Server server, Inspector inspector) {
    DriverErrors errors = server.errors();
    MongoCollection<BsonDocument> records =
        database.getCollection(settings.transactions(), BsonDocument.class);
    StartUp startUp = settings.startUp();
    if (startUp.probe()) {
      Probe.run(database, errors);
      TransferProbe.run(database, server, inspector);
    }
    requireHome(database, settings, server);
    if (startUp.validators()) {
      Validators validators = new Validators(database, errors);
      validators.ensure(settings.accounts(), Schemas.accounts());
      validators.ensure(settings.transactions(), Schemas.transactions());
    }
    Indexes indexes = new Indexes(records, errors);
    indexes.ensure(startUp.searchIndexes());
    if (startUp.heldIndex()) {
      indexes.ensureOfHeld(database.getCollection(settings.accounts(), BsonDocument.class));
    }
    RecordRetention retention = new RecordRetention(database, records, server);
    for (Retention asked : startUp.retention()) {
      switch (asked.by()) {
        case SERVER -> retention.byServer(asked.period());
        case PASS -> retention.byPass(asked.period(), asked.receipts());
      }
    }
  }

  private static void requireHome(
      MongoDatabase database, MongoStoreSettings settings, Server server) {
    String home =
        new SharedSettings(database, server).home(settings.accounts(), settings.transactions());
    if (!home.equals(settings.transactions())) {
      throw new UnsafeStoreException(
          ("the holds of %s.%s are of the transactions in %s (%s), so it cannot be used"
                  + " with those in %s")
              .formatted(
                  database.getName(),
                  settings.accounts(),
                  home,
                  SharedSettings.COLLECTION,
                  settings.transactions()),
          false);
    }
  }
}
