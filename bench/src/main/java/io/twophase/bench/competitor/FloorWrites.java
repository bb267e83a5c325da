package io.twophase.bench.competitor;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.document.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * The least that a transfer can cost, with no safety at all: a ledger line and two {@code $inc}s,
 * in bulk. A process that dies between two of them loses money, and nothing is ever refused.
 */
public final class FloorWrites implements Competitor {

  private final MongoCollection<BsonDocument> accounts;
  private final MongoCollection<BsonDocument> lines;
  private final int batch;
  private final String ids;
  private final AtomicLong count = new AtomicLong();

  public FloorWrites(MongoClient client, String name, int batch, String ids) {
    MongoDatabase database = client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
    this.accounts = Ledger.collection(database, Ledger.ACCOUNTS);
    this.lines = Ledger.collection(database, Ledger.TRANSACTIONS);
    this.batch = batch;
    this.ids = ids;
  }

  @Override
  public int batch() {
    return batch;
  }

  @Override
  public void open(int number, long balance) {
    Ledger.open(accounts, number, balance, new BsonDocument());
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    List<BsonDocument> inserted = new ArrayList<>(transfers.size());
    List<Change> changes = new ArrayList<>(2 * transfers.size());
    for (BenchTransfer transfer : transfers) {
      BsonString source = new BsonString(Ledger.account(transfer.source()));
      BsonString destination = new BsonString(Ledger.account(transfer.destination()));
      inserted.add(
          new BsonDocument(Field.ID, new BsonString(ids + count.incrementAndGet()))
              .append(Field.SOURCE, source)
              .append(Field.DESTINATION, destination)
              .append(Field.VALUE, new BsonInt64(transfer.amount())));
      changes.add(new Change(source, -transfer.amount()));
      changes.add(new Change(destination, transfer.amount()));
    }
    // as the library does: in any order, an engine that runs a bulk as one transaction deadlocks
    changes.sort(Comparator.comparing(Change::account));
    inserted.sort(Comparator.comparing(line -> line.getString(Field.ID)));
    List<UpdateOneModel<BsonDocument>> updates = changes.stream().map(Change::update).toList();
    long start = System.nanoTime();
    lines.insertMany(inserted, new InsertManyOptions().ordered(false));
    accounts.bulkWrite(updates, new BulkWriteOptions().ordered(false));
    listener.after(System.nanoTime() - start, transfers.size());
    return transfers.size();
  }

  private record Change(BsonString account, long amount) {
    UpdateOneModel<BsonDocument> update() {
      Bson increment = Updates.inc(Field.BALANCE, amount);
      return new UpdateOneModel<>(Filters.eq(Field.ID, account), increment);
    }
  }
}
