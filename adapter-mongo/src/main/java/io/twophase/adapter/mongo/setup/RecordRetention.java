package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.number;
import static io.twophase.adapter.mongo.document.Docs.onlyIf;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.ports.Keeping;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The retention of finished records, by the server or by a pass: the server, by {@link Expiry}, or
 * a pass, before which other things may have to be done. A pass is a setting of the database:
 * {@code { _id: "transactions", removal: { after: 7776000, carries: true, receipts: 34560000 } }},
 * in seconds. It stays once it is made, with the longest period if need be, and the server removes
 * nothing from then on. It carries if nothing was ever removed before it was set: what is removed
 * is then in the carried balances. If it says how long receipts are kept, then a record leaves one
 * as it is removed.
 */
public final class RecordRetention {

  private static final String REMOVAL = "removal";
  private static final String AFTER = "after";
  private static final String CARRIES = "carries";
  private static final String RECEIPTS = "receipts";
  private static final String OF_ALL = "ofAll";

  /** The longest period, which is for ever: older servers refuse one that began before 1970. */
  public static final Duration FOR_EVER = Duration.ofDays(50 * 365);

  private final SharedSettings settings;
  private final String records;
  private final Expiry expiry;
  private final Indexes indexes;

  /**
   * The setting of the removal.
   *
   * @param carries whether nothing was removed before it was set
   * @param receipts how long they are kept, if there are any; as long as can be is for ever
   * @param ofAll whether nothing was ever removed that did not leave one, and all are kept
   */
  private record Removal(
      Duration after, boolean carries, Optional<Duration> receipts, boolean ofAll) {

    Keeping keeping() {
      return new Keeping(
          unlessForEver(after),
          receipts.map(limit -> new ReceiptPeriod(unlessForEver(limit))),
          true,
          ofAll);
    }
  }

  /** The retention of the collection of the {@code records}, which is in {@code database}. */
  public RecordRetention(MongoDatabase database, Table records) {
    this.settings = SharedSettings.of(database, records.server());
    this.records = records.namespace().getCollectionName();
    this.indexes = new Indexes(records);
    this.expiry = new Expiry(database, indexes);
  }

  /**
   * Has the server remove finished records {@code period} after they were finished, but for
   * reversals and batches, which a pass removes; the longest there can be is for ever, whoever
   * removes them.
   *
   * @throws StoreException if a pass removes them, and the period is not for ever; or if the server
   *     removes nothing by age, cannot change the period that there is, or does not permit it
   */
  public void byServer(Duration period) {
    if (byPass().isEmpty()) {
      expiry.ensure(period);
      if (!isForEver(period)) {
        indexes.ensureOfReversals();
      }
    }
    // what another process has set meanwhile comes first, here as there
    byPass()
        .ifPresent(
            set -> {
              if (!isForEver(period)) {
                expiry.ensure(FOR_EVER);
                throw new StoreException(
                    "finished records of "
                        + records
                        + " are removed by a pass, so the server cannot be told to remove them");
              }
              set(new Removal(period, set.carries(), set.receipts(), set.ofAll()));
            });
  }

  /**
   * Has a pass remove finished records {@code period} after they were finished, and nobody else.
   * The longest there can be is for ever, and changes nothing where there is no period.
   *
   * @param receipts how long the receipts of what it removes are kept, counted from when that was
   *     finished; none if that is to stay as it is set. The longest is for ever
   * @throws StoreException if receipts would be kept for a shorter time than records; if the server
   *     cannot change the period that it has, or does not permit it
   */
  public void byPass(Duration period, Optional<Duration> receipts) {
    Optional<Removal> before = byPass();
    Optional<Duration> kept = receipts.or(() -> before.flatMap(Removal::receipts));
    boolean areReceiptsForEver = kept.filter(RecordRetention::isForEver).isPresent();
    boolean isFirst = before.isEmpty() && !expiry.isSet();
    Removal asked =
        new Removal(
            period,
            before.map(Removal::carries).orElse(isFirst),
            kept,
            areReceiptsForEver && before.map(Removal::ofAll).orElse(isFirst));
    if (before.map(asked::equals).orElse(isFirst && isForEver(period) && receipts.isEmpty())) {
      return;
    }
    if (!isForEver(period) && kept.filter(limit -> limit.compareTo(period) < 0).isPresent()) {
      throw new StoreException(
          "receipts of %s are kept for %s, which is shorter than %s for records: set both"
              .formatted(records, kept.orElseThrow(), period));
    }
    expiry.ensure(FOR_EVER);
    indexes.ensureOfEnded(kept.isPresent() && !areReceiptsForEver);
    set(asked);
    // another process may have told the server of a period meanwhile
    expiry.ensure(FOR_EVER);
    if (expiry.isSet() && (asked.carries() || asked.ofAll())) {
      // the server has had a period, and may have removed some
      set(new Removal(period, false, kept, false));
    }
  }

  private static boolean isForEver(Duration period) {
    return period.compareTo(FOR_EVER) >= 0;
  }

  private static Optional<Duration> unlessForEver(Duration period) {
    return isForEver(period) ? Optional.empty() : Optional.of(period);
  }

  private void set(Removal removal) {
    settings.set(
        records,
        REMOVAL,
        doc(AFTER, removal.after().toSeconds())
            .with(CARRIES, onlyIf(removal.carries()))
            .with(RECEIPTS, removal.receipts().map(Duration::toSeconds))
            .with(OF_ALL, onlyIf(removal.ofAll())));
  }

  /** Returns whether all that was ever removed is in the carried balances. */
  public boolean carries() {
    return byPass().map(Removal::carries).orElseGet(() -> !expiry.isSet());
  }

  /** Returns whether a pass removes them, and never the server. */
  public boolean isByPass() {
    return byPass().isPresent();
  }

  /** Returns whether the server removes them, or once did, and no pass. */
  public boolean isByServer() {
    return !isByPass() && expiry.isSet();
  }

  /**
   * Returns how long records and receipts are kept, whoever removes them.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   */
  public Keeping keeping() {
    return byPass().map(Removal::keeping).orElseGet(expiry::keeping);
  }

  private Optional<Removal> byPass() {
    return settings.get(records, REMOVAL).map(this::removal);
  }

  private Removal removal(BsonValue removal) {
    if (!removal.isDocument()) {
      throw settings.odd(records, REMOVAL, removal);
    }
    BsonDocument document = removal.asDocument();
    return new Removal(
        seconds(document, AFTER),
        BsonBoolean.TRUE.equals(document.get(CARRIES)),
        Optional.of(RECEIPTS).filter(document::containsKey).map(name -> seconds(document, name)),
        BsonBoolean.TRUE.equals(document.get(OF_ALL)));
  }

  private Duration seconds(BsonDocument removal, String name) {
    return number(removal, name)
        .map(Duration::ofSeconds)
        .orElseThrow(() -> settings.odd(records, REMOVAL, removal));
  }

  /**
   * Has the server remove finished records after a time: by a TTL index on a field that only they
   * have. It removes no reversal, which must outlive what it reverses: that may be a transfer of a
   * batch, or on another shard, and be removed later. A pass removes reversals. Once made, the
   * index stays, with the longest period if need be: it tells every later reader that records may
   * be missing. One that cannot be made anew is made again as it was.
   */
  record Expiry(MongoDatabase database, Indexes indexes) {

    private static final String EXPIRE_AFTER = "expireAfterSeconds";

    private static final String FILTER = "partialFilterExpression";

    private static final BsonDocument NO_REVERSALS = doc(Field.REVERSES, BsonNull.VALUE);

    /** As some servers list it. */
    private static final BsonDocument NO_REVERSALS_AT_LENGTH =
        doc(Field.REVERSES, doc("$eq", BsonNull.VALUE));

    private static final BsonDocument KEYS = doc(Field.FINISHED_AT, 1);

    /**
     * Has finished records removed {@code period} after they finished; the longest there can be is
     * for ever, and makes no index where there is none. An index is created where there is none,
     * made anew where there is one that does not leave out reversals, and changed only where there
     * is one of another period: some servers cannot change one.
     *
     * @throws StoreException if the server removes nothing by age, cannot change the period that
     *     there is, or does not permit to ask for it
     */
    void ensure(Duration period) {
      long seconds = period.toSeconds();
      Optional<BsonDocument> there = indexes.listed(KEYS);
      if (there.isEmpty()) {
        if (!isForEver(period)) {
          create(seconds);
        }
      } else if (!keepsReversals(there.orElseThrow())) {
        replace(there.orElseThrow(), seconds);
      } else if (!number(there.orElseThrow(), EXPIRE_AFTER).equals(Optional.of(seconds))) {
        change(seconds);
      }
    }

    /** Some servers have no two indexes of the same keys: so the former one makes room first. */
    private void replace(BsonDocument former, long seconds) {
      indexes.drop(former);
      try {
        create(seconds);
      } catch (StoreException failed) {
        restore(former, failed);
        throw failed;
      }
    }

    private void restore(BsonDocument former, StoreException why) {
      BsonDocument index = former.clone();
      index.remove("ns");
      try {
        if (indexes.listed(KEYS).isEmpty()) {
          Validators.change(
              database,
              doc("createIndexes", records().getCollectionName(), "indexes", List.of(index)));
        }
      } catch (MongoException | StoreException failed) {
        why.addSuppressed(failed);
        throw new StoreException(
            ("%s; the index %s was dropped for that and may not be there again: set the"
                    + " period again, or nothing says that records may be missing")
                .formatted(why.getMessage(), Indexes.name(former)),
            why);
      }
    }

    /**
     * A server that knows no periods may take the index without one: then it is dropped again. It
     * has another period where another process was faster to change it.
     */
    private void create(long seconds) {
      IndexOptions options =
          new IndexOptions()
              .expireAfter(seconds, TimeUnit.SECONDS)
              .partialFilterExpression(NO_REVERSALS);
      Optional<String> late = indexes.errors().call(what(), () -> indexes.create(KEYS, options));
      if (late.isPresent()) {
        throw new StoreUnavailableException(late.orElseThrow());
      }
      Optional<BsonDocument> made = indexes.listed(KEYS);
      Optional<Long> kept = made.flatMap(index -> number(index, EXPIRE_AFTER));
      if (kept.isEmpty() || !made.filter(Expiry::keepsReversals).isPresent()) {
        made.ifPresent(indexes::drop);
        throw new StoreException(
            "%s keeps no %s %s"
                .formatted(
                    indexes.errors().store(),
                    kept.isEmpty()
                        ? "period of an index, and so does not"
                        : "filter of an index, so it would remove reversals before what they"
                            + " reverse: a pass can",
                    what()));
      }
      if (!kept.equals(Optional.of(seconds))) {
        change(seconds);
      }
    }

    private static boolean keepsReversals(BsonDocument index) {
      BsonValue filter = index.get(FILTER);
      return NO_REVERSALS.equals(filter) || NO_REVERSALS_AT_LENGTH.equals(filter);
    }

    private void change(long seconds) {
      BsonDocument index = doc("keyPattern", KEYS, EXPIRE_AFTER, seconds);
      try {
        Validators.change(database, doc("collMod", records().getCollectionName(), "index", index));
      } catch (MongoException failed) {
        String what =
            "change the period after which finished records of %s are removed to %s s"
                .formatted(records(), seconds);
        // FerretDB's answer where it cannot: nothing that passes
        throw failed.getCode() == DriverErrors.INTERNAL_ERROR
            ? indexes.errors().refused(what, failed)
            : indexes.errors().ofRead(what, failed);
      }
    }

    /** Returns whether there is a period, or once was. */
    boolean isSet() {
      return seconds().isPresent();
    }

    Keeping keeping() {
      Optional<Long> seconds = seconds();
      return new Keeping(
          seconds.map(Duration::ofSeconds).flatMap(RecordRetention::unlessForEver),
          Optional.empty(),
          seconds.isPresent(),
          false);
    }

    private Optional<Long> seconds() {
      return indexes.listed(KEYS).flatMap(index -> number(index, EXPIRE_AFTER));
    }

    private MongoNamespace records() {
      return indexes.table().namespace();
    }

    private String what() {
      return "remove finished records of " + records() + " after a time";
    }
  }
}
