package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
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
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 * @param need answers why a server will not do for it, in one sentence, or nothing if it will; the
 *     database, in which that may be tried, is dropped then
 */
public record CompetitorKind(
    String name,
    Function<Ledger, Competitor> opening,
    BiFunction<MongoClient, String, Optional<String>> need) {

  public static final String TUTORIAL = "tutorial";
  public static final String BATCHED = "batched";
  public static final String FLOOR = "floor";
  public static final String NATIVE = "native";
  public static final String NATIVE_ORDER = "native, order";
  public static final String NATIVE_BATCHED = "native, batched";

  /** One that any server will do for. */
  public CompetitorKind(String name, Function<Ledger, Competitor> opening) {
    this(name, opening, (client, database) -> Optional.empty());
  }

  /** All, in the order of their turns. */
  public static List<CompetitorKind> all() {
    return List.of(
        new CompetitorKind(TUTORIAL, TutorialTransfers::new),
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
            NATIVE, ledger -> new NativeTransfers(ledger, false), NativeTransfers::missing),
        new CompetitorKind(
            NATIVE_ORDER, ledger -> new NativeTransfers(ledger, true), NativeTransfers::missing),
        new CompetitorKind(
            NATIVE_BATCHED,
            ledger -> new Host(ledger, Way.SERVER_TRANSACTIONS),
            Host::serverTransactionsMissing));
  }

  /** Twophase, asked in this way. */
  private static CompetitorKind twophase(String name, Way way) {
    return new CompetitorKind(name, ledger -> new Host(ledger, way));
  }

  /**
   * The least that a transfer can cost, with no safety at all: a ledger line and two {@code $inc}s,
   * in bulk. A process that dies between two of them loses money, and nothing is ever refused.
   */
  public static final class FloorWrites implements Competitor {

    private final Ledger ledger;

    public FloorWrites(Ledger ledger) {
      this.ledger = ledger;
    }

    @Override
    public int batch() {
      return ledger.batch();
    }

    @Override
    public void open(int number, long balance) {
      ledger.open(number, balance, new BsonDocument());
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      List<BsonDocument> inserted = new ArrayList<>(transfers.size());
      List<Change> changes = new ArrayList<>(2 * transfers.size());
      for (BenchTransfer transfer : transfers) {
        BsonDocument line = ledger.line(transfer);
        inserted.add(line);
        changes.add(new Change(line.getString(Field.SOURCE), -transfer.amount()));
        changes.add(new Change(line.getString(Field.DESTINATION), transfer.amount()));
      }
      // as the library does: in any order, an engine that runs a bulk as one transaction deadlocks
      changes.sort(Comparator.comparing(Change::account));
      inserted.sort(Comparator.comparing(line -> line.getString(Field.ID)));
      List<UpdateOneModel<BsonDocument>> updates = changes.stream().map(Change::update).toList();
      long start = System.nanoTime();
      ledger
          .collection(Ledger.TRANSACTIONS)
          .insertMany(inserted, new InsertManyOptions().ordered(false));
      ledger.collection(Ledger.ACCOUNTS).bulkWrite(updates, new BulkWriteOptions().ordered(false));
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

    private final Ledger ledger;
    private final TutorialProtocol protocol;

    TutorialTransfers(Ledger ledger) {
      this.ledger = ledger;
      this.protocol =
          TutorialProtocol.using(ledger.database(), Ledger.ACCOUNTS, Ledger.TRANSACTIONS);
    }

    @Override
    public void open(int number, long balance) {
      ledger.open(number, balance, new BsonDocument(Field.PENDING, new BsonArray()));
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
                        ledger.nextId(),
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
