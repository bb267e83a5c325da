package io.twophase.adapter.mongo.setup;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Which forms of records may be written: those that older releases read, or all that this one
 * knows. It is kept in the database, for a process that meets a record of a form that it does not
 * know cannot finish it. Accounts follow: they are of the second form where records may be.
 */
public final class RecordForms {

  private static final String WRITES = "writes";

  private static final BsonDocument HAS_A_VERSION =
      new BsonDocument(Field.VERSION, new BsonDocument("$exists", BsonBoolean.TRUE));

  private static final BsonDocument BY_ID = new BsonDocument(Field.ID, new BsonInt32(1));

  private final SharedSettings settings;
  private final MongoCollection<BsonDocument> records;
  private final Server server;

  /** Once it is true it stays so: nothing takes it back. */
  private volatile boolean isSecondAllowed;

  /** Of {@code records}, as the settings of their database say. */
  public RecordForms(
      SharedSettings settings, MongoCollection<BsonDocument> records, Server server) {
    this.settings = settings;
    this.records = records;
    this.server = server;
  }

  /**
   * Reads what is set. If nothing is, sets it: all forms where no release has been before, else
   * those that older ones read.
   *
   * @param accounts those that the records are about
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if forms are written that this release does not know, or the server does
   *     not permit to read or write the settings
   */
  public void ensure(MongoCollection<BsonDocument> accounts) {
    int writes =
        settings
            .get(name(), WRITES)
            .map(this::known)
            .getOrElse(
                () -> known(settings.once(name(), WRITES, new BsonInt32(firstTime(accounts)))));
    isSecondAllowed = writes == Field.RECORDS_VERSION;
  }

  private int firstTime(MongoCollection<BsonDocument> accounts) {
    try {
      boolean wasUsed = isVersioned(records) || isVersioned(accounts) || Indexes.hasOlder(records);
      return wasUsed ? Field.CURRENT_VERSION : Field.RECORDS_VERSION;
    } catch (MongoException failed) {
      throw server.errors().ofRead("look for older documents in " + records.getNamespace(), failed);
    }
  }

  /** Whether it has documents of this software: the tutorial's have no version. */
  private boolean isVersioned(MongoCollection<BsonDocument> collection) {
    return !new Reads(collection, server).first(HAS_A_VERSION, BY_ID, 1).isEmpty();
  }

  private int known(BsonValue writes) {
    boolean isKnown =
        writes.isInt32()
            && writes.asInt32().getValue() >= Field.CURRENT_VERSION
            && writes.asInt32().getValue() <= Field.RECORDS_VERSION;
    if (!isKnown) {
      throw settings.odd(name(), WRITES, writes);
    }
    return writes.asInt32().getValue();
  }

  /**
   * Has records of all forms written from now on, by all processes. There is no way back.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit it
   */
  public void allowSecond() {
    settings.set(name(), WRITES, new BsonInt32(Field.RECORDS_VERSION));
    isSecondAllowed = true;
  }

  /**
   * Whether records of all forms are written.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit to read the settings
   */
  public boolean isSecondAllowed() {
    return isSecondAllowed || isSecondAllowedByNow();
  }

  /**
   * Whether all of {@code records} are of forms that may be written. Another process may have
   * allowed one meanwhile, so what is set is read where it matters.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit to read the settings
   */
  public boolean allow(List<NewRecord> records) {
    return isSecondAllowed
        || records.stream().noneMatch(RecordForms::isSecond)
        || isSecondAllowedByNow();
  }

  /** Whether it is of a form that older releases cannot read. */
  public static boolean isSecond(NewRecord record) {
    return TransactionCodec.needsSecondVersion(record.body());
  }

  /** Whether records of all forms are written, as far as this process has read. */
  public boolean isSecondKnownAllowed() {
    return isSecondAllowed;
  }

  /** The document of a record: of the second form, as far as this process knows that allowed. */
  public BsonDocument encode(TransactionCodec codec, Transaction record) {
    return isSecondAllowed ? codec.encode(record) : codec.encodeForOlder(record);
  }

  private boolean isSecondAllowedByNow() {
    isSecondAllowed =
        settings
            .get(name(), WRITES)
            .map(this::known)
            .exists(writes -> writes == Field.RECORDS_VERSION);
    return isSecondAllowed;
  }

  private String name() {
    return records.getNamespace().getCollectionName();
  }
}
