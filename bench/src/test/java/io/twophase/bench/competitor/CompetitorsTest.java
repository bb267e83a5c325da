package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.bench.Workload;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way of making transfers makes them: every balance is what arithmetic says. */
class CompetitorsTest {

  private static final int ACCOUNTS = 7;
  private static final long BALANCE = 100_000;
  private static final int TRANSFERS = 60;
  private static final int BATCH = 20;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final TransactionServer transactions = TransactionServer.start();
  private MongoClient client = MongoClients.create(server.uri());

  @AfterEach
  void close() {
    client.close();
    server.close();
    transactions.close();
  }

  /** Those without books, which only their sum tells of. */
  private static final List<String> WITHOUT_AUDIT =
      List.of(
          CompetitorKind.TUTORIAL,
          CompetitorKind.FLOOR,
          CompetitorKind.NATIVE,
          CompetitorKind.NATIVE_ORDER);

  static Stream<CompetitorKind> kinds() {
    return CompetitorKind.all().stream();
  }

  /** The embedded server has no transactions of its own. */
  private void useServerFor(CompetitorKind kind) {
    if (kind.name().startsWith(CompetitorKind.NATIVE)) {
      client.close();
      client = MongoClients.create(transactions.uri());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyBalanceIsExact(CompetitorKind kind) {
    useServerFor(kind);
    Workload workload = Workload.uniform(ACCOUNTS);
    SplittableRandom random = new SplittableRandom(1);
    long[] expected = IntStream.range(0, ACCOUNTS).mapToLong(at -> BALANCE).toArray();
    AtomicInteger answered = new AtomicInteger();
    int applied = 0;
    Ledger ledger = new Ledger(client, "bench", BATCH, () -> {});
    try (Competitor competitor = kind.opening().apply(ledger)) {
      competitor.open(ACCOUNTS, BALANCE);
      for (int asked = 0; asked < TRANSFERS; asked += competitor.batch()) {
        List<BenchTransfer> transfers = new ArrayList<>();
        for (int at = 0; at < competitor.batch(); at++) {
          BenchTransfer transfer = workload.next(random);
          transfers.add(transfer);
          expected[transfer.source()] -= transfer.amount();
          expected[transfer.destination()] += transfer.amount();
        }
        applied +=
            competitor.run(
                transfers,
                (nanos, number) -> {
                  assertThat(nanos).isPositive();
                  answered.addAndGet(number);
                });
      }
      competitor.finish();

      assertThat(competitor.findings()).isEmpty();
      assertThat(ledger.orders().findings()).isEmpty();
      for (int account = 0; account < ACCOUNTS; account++) {
        assertThat(balance(account)).as(Ledger.account(account)).isEqualTo(expected[account]);
      }

      if (kind.name().contains("order") || kind.name().equals("function")) {
        assertThat(count("orders", Filters.eq("status", "Paid"))).isEqualTo(TRANSFERS);
        assertThat(count("ledger", Filters.exists("order"))).isEqualTo(TRANSFERS);
      }

      // those whose books have what is available say what is off in it
      accounts().updateOne(Filters.eq("_id", Ledger.account(1)), Updates.set("available", -1L));
      assertThat(competitor.findings().isEmpty()).isEqualTo(WITHOUT_AUDIT.contains(kind.name()));
    }
    assertThat(applied).isEqualTo(TRANSFERS);
    assertThat(answered).hasValue(TRANSFERS);
  }

  @Test
  void accountsThatAreThereAreNotOpenedAgain() {
    Host host = new Host(new Ledger(client, "bench", BATCH, () -> {}));
    host.open(2, BALANCE);

    assertThatThrownBy(() -> host.open(2, BALANCE + 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not all accounts are opened");
  }

  private long count(String collection, Bson filter) {
    return client.getDatabase("bench").getCollection(collection).countDocuments(filter);
  }

  private long balance(int account) {
    BsonDocument found = accounts().find(Filters.eq("_id", Ledger.account(account))).first();
    assertThat(found).isNotNull();
    return found.getInt64("balance").getValue();
  }

  private MongoCollection<BsonDocument> accounts() {
    return Ledger.collection(client.getDatabase("bench"), Ledger.ACCOUNTS);
  }
}
