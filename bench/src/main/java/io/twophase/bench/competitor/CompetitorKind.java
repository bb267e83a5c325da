package io.twophase.bench.competitor;

import static io.twophase.app.transfer.AnswerTime.WHEN_DECIDED;
import static io.twophase.app.transfer.AnswerTime.WHEN_FINISHED;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 * @param need answers why a server will not do for it, in one sentence, or nothing if it will; the
 *     database, in which that may be tried, is dropped then
 */
public record CompetitorKind(
    String name, Function<Ledger, Competitor> opening, Function<Ledger, Optional<String>> need) {

  public static final String TUTORIAL = "tutorial";
  public static final String FLOOR = "floor";
  public static final String NATIVE = "native";
  public static final String NATIVE_ORDER = "native, order";
  public static final String NATIVE_BATCHED = "native, batched";

  /** One that any server will do for. */
  public CompetitorKind(String name, Function<Ledger, Competitor> opening) {
    this(name, opening, trial -> Optional.empty());
  }

  /** All, in the order of their turns. */
  public static List<CompetitorKind> all() {
    return List.of(
        new CompetitorKind(TUTORIAL, TutorialTransfers::new),
        single("one at a time", (host, asked) -> host.transfer(host.request(asked), WHEN_FINISHED)),
        single(
            "one, when decided", (host, asked) -> host.transfer(host.request(asked), WHEN_DECIDED)),
        new CompetitorKind("batched", Host::new),
        new CompetitorKind(FLOOR, FloorWrites::new),
        single("order", Host::order),
        single("function", Host::function),
        new CompetitorKind("order, batched", Host::ofOrders),
        single("authorize, capture", Host::capture),
        single(
            "at most",
            (host, asked) -> host.transfer(host.request(asked).takingAtMost(), WHEN_FINISHED)),
        new CompetitorKind(
            NATIVE, ledger -> new NativeTransfers(ledger, false), NativeTransfers::missing),
        new CompetitorKind(
            NATIVE_ORDER, ledger -> new NativeTransfers(ledger, true), NativeTransfers::missing),
        new CompetitorKind(NATIVE_BATCHED, Host::ofServerTransactions, Host::missing));
  }

  /** Twophase, asked for one transfer at a time. */
  private static CompetitorKind single(
      String name, BiFunction<Host, BenchTransfer, BooleanSupplier> call) {
    return new CompetitorKind(name, ledger -> Host.single(ledger, call));
  }

  /**
   * The least that a transfer can cost, with no safety at all: a ledger line and two {@code $inc}s,
   * in bulk. A process that dies between two of them loses money, and nothing is ever refused.
   */
  public record FloorWrites(Ledger ledger) implements Competitor {

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
      // as the library does: in any order, an engine that runs a bulk as one transaction deadlocks
      List<BsonDocument> lines =
          transfers.stream()
              .map(ledger::line)
              .sorted(Comparator.comparing(line -> line.getString(Field.ID)))
              .toList();
      List<UpdateOneModel<BsonDocument>> updates =
          transfers.stream()
              .flatMap(
                  each ->
                      Stream.of(
                          Map.entry(Ledger.account(each.source()), -each.amount()),
                          Map.entry(Ledger.account(each.destination()), each.amount())))
              .sorted(Map.Entry.comparingByKey())
              .map(change -> increment(change.getKey(), change.getValue()))
              .toList();
      long start = System.nanoTime();
      ledger
          .collection(Ledger.TRANSACTIONS)
          .insertMany(lines, new InsertManyOptions().ordered(false));
      ledger.collection(Ledger.ACCOUNTS).bulkWrite(updates, new BulkWriteOptions().ordered(false));
      listener.after(System.nanoTime() - start, transfers.size());
      return transfers.size();
    }

    private static UpdateOneModel<BsonDocument> increment(String account, long amount) {
      return new UpdateOneModel<>(
          Filters.eq(Field.ID, account), Updates.inc(Field.BALANCE, amount));
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
      return Competitor.oneByOne(transfers, listener, asked -> () -> isDone(asked));
    }

    private boolean isDone(BenchTransfer asked) {
      String source = Ledger.account(asked.source());
      String destination = Ledger.account(asked.destination());
      TutorialTransfer transfer =
          TutorialTransfer.of(ledger.nextId(), source, destination, asked.amount());
      protocol.submit(transfer);
      protocol.run(protocol.claim(transfer, APPLICATION).orElseThrow());
      return true;
    }
  }
}
