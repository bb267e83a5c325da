package io.twophase.adapter.mongo;

import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.Schemas;
import io.twophase.adapter.mongo.setup.Validators;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Records.SearchIndexes;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings that a database keeps for all processes, whoever made them.
 *
 * @param keptFor how long finished records are kept; none if it is for ever
 * @param byPass whether a pass removes what is older, and not the server
 * @param receipts how long receipts of removed records are kept; none if there are none
 * @param validators whether the server checks both collections by the validators of this version
 * @param indexedByReference whether transactions are found by their reference with an index
 * @param indexedByAccount whether transactions are found by their accounts with indexes
 */
public record LastingSettings(
    Optional<Duration> keptFor,
    boolean byPass,
    Optional<ReceiptPeriod> receipts,
    boolean validators,
    boolean indexedByReference,
    boolean indexedByAccount) {

  static LastingSettings read(
      StoreCollections collections, RecordRetention retention, DriverErrors errors) {
    MongoStoreSettings settings = collections.settings();
    Validators validators = new Validators(collections.database(), errors);
    SearchIndexes search = new Indexes(collections.records(), errors).search();
    return new LastingSettings(
        retention.period(),
        retention.isByPass(),
        retention.receipts(),
        validators.isSet(settings.accounts(), Schemas.accounts())
            && validators.isSet(settings.transactions(), Schemas.transactions()),
        search.byReference(),
        search.byAccount());
  }
}
