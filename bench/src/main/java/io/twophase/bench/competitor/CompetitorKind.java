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
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.bench.competitor.Host.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 * @param need what the server must have for it
 */
public record CompetitorKind(String name, Opening opening, Need need) {

  public static final String TUTORIAL = "tutorial";
  public static final String BATCHED = "batched";
  public static final String FLOOR = "floor";
  public static final String NATIVE = "native";
  public static final String NATIVE_ORDER = "native, order";
  public static final String NATIVE_BATCHED = "native, batched";

  /** One that any server will do for. */
  public CompetitorKind(String name, Opening opening) {
    this(name, opening, (client, database) -> Optional.empty());
  }

  /** All, in the order of their turns. */
  public static List<CompetitorKind> all() {
    return List.of(
        new CompetitorKind(
            TUTORIAL,
            (client, database, batch, ids) -> new TutorialTransfers(client, database, ids)),
        twophase("one at a time", Way.SINGLE),
        twophase("one, when decided", Way.DECIDED),
        twophase(BATCHED, Way.BATCHED),
        new CompetitorKind(FLOOR, FloorWrites::new),
        twophase("order", Way.ORDERS),
        twophase("function", Way.FUNCTIONS),
        twophase("order, batched", Way.BATCHED_ORDERS),
        twophase("authorize, capture", Way.AUTHORIZED),
        twophase("at most", Way.AT_MOST),
        new CompetitorKind(
            NATIVE,
            (client, database, batch, ids) -> new NativeTransfers(client, database, ids, false),
            NativeTransfers::missing),
        new CompetitorKind(
            NATIVE_ORDER,
            (client, database, batch, ids) -> new NativeTransfers(client, database, ids, true),
            NativeTransfers::missing),
        new CompetitorKind(
            NATIVE_BATCHED,
            twophase(NATIVE_BATCHED, Way.SERVER_TRANSACTIONS).opening(),
            Host::serverTransactionsMissing));
  }

  /** Twophase, asked in this way. */
  public static CompetitorKind twophase(String name, Way way) {
    return new CompetitorKind(
        name,
        (client, database, batch, ids) ->
            new Host(client, database, batch, ids, way, UnaryOperator.identity()));
  }

  /** The property that a server must have. */
  public interface Need {

    /**
     * Why a server has it not, in one sentence; nothing if it has.
     *
     * @param database one to try it in, which is dropped then
     */
    Optional<String> missing(MongoClient client, String database);
  }

  /** The way in which a competitor is opened. */
  public interface Opening {

    /**
     * One that works by {@code client} on {@code database}.
     *
     * @param ids what its transactions' ids begin with
     */
    Competitor open(MongoClient client, String database, int batch, String ids);
  }

  /**
   * The least that a transfer can cost, with no safety at all: a ledger line and two {@code $inc}s,
   * in bulk. A process that dies between two of them loses money, and nothing is ever refused.
   */
  public static final class FloorWrites implements Competitor {

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

  /**
   * The tutorial's protocol as the tutorial writes it, eight commands to a transfer, with the write
   * concern that it asks for in production. The claim finds its transaction by id: without an
   * index, the tutorial's own query would read all that are finished.
   */
  private static final class TutorialTransfers implements Competitor {

    private static final String APPLICATION = "bench";

    private final MongoCollection<BsonDocument> accounts;
    private final TutorialProtocol protocol;
    private final String ids;
    private final AtomicLong count = new AtomicLong();

    TutorialTransfers(MongoClient client, String name, String ids) {
      MongoDatabase database = client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
      this.accounts = Ledger.collection(database, Ledger.ACCOUNTS);
      this.ids = ids;
      this.protocol = TutorialProtocol.using(database, Ledger.ACCOUNTS, Ledger.TRANSACTIONS);
    }

    @Override
    public void open(int number, long balance) {
      Ledger.open(accounts, number, balance, new BsonDocument(Field.PENDING, new BsonArray()));
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      return Competitor.oneByOne(
          transfers,
          listener,
          asked ->
              () -> {
                TutorialTransfer transfer =
                    TutorialTransfer.of(
                        ids + count.incrementAndGet(),
                        Ledger.account(asked.source()),
                        Ledger.account(asked.destination()),
                        asked.amount());
                protocol.submit(transfer);
                protocol.run(protocol.claim(transfer, APPLICATION).orElseThrow());
                return true;
              });
    }

    @Override
    public void close() {
      protocol.close();
    }
  }
}
