package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.adapter.mongo.testing.FaultyServer.where;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.servertransaction.Laxity;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether a store may run records whole is tried, never believed. */
class SupportTest {

  private static final MongoStoreSettings SETTINGS = Servers.QUIET.withServerTransactions(true);

  @AutoClose private final TransactionServer transactions = TransactionServer.start();
  @AutoClose private final FaultyServer server = FaultyServer.over(transactions.backend());
  private final MongoClient client = server.client("");

  @ParameterizedTest
  @EnumSource
  void oneThatLetsOthersBesideAnOpenTransactionIsFoundOut(Laxity laxity) {
    try (TransactionServer lax = TransactionServer.start(laxity);
        MongoClient there = MongoClients.create(lax.uri())) {
      assertThat(Servers.bank(there, SETTINGS).records().runsWhole()).isFalse();
      assertThat(Servers.bank(there, "twophase_probe").countDocuments()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "startTransaction | 146   | TooManyOpenTransactions | the trial was not answered",
        "startTransaction | 11600 | InterruptedAtShutdown   | the trial was not answered",
        "maxTimeMS        | 11600 | InterruptedAtShutdown   | the trial was not answered",
        "startTransaction | 263   | OperationNotSupportedInTransaction | it refuses a command in a"
      })
  void aFaultThatPassesIsNoRefusal(String field, int code, String name, String why) {
    server.onAny(
        where(
            command -> command.containsKey(field),
            (sound, command) -> error(code).answer(sound, command).append("codeName", name)));
    assertThat(missing().orElseThrow()).startsWith(why);
    server.heal();
    assertThat(missing()).isEmpty();
  }

  private Optional<String> missing() {
    MongoDatabase bank = client.getDatabase("bank");
    return TransactionTrial.missing(
        new Hello(BsonDocument.parse("{setName: 'rs0', logicalSessionTimeoutMinutes: 30}")),
        bank,
        new ServerTransactions(
            client,
            bank.getCollection("twophase_probe", BsonDocument.class),
            WriteConcern.MAJORITY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{setName: 'rs0', logicalSessionTimeoutMinutes: 30}                   | true",
        "{msg: 'isdbgrid', setName: 'x', logicalSessionTimeoutMinutes: 30}    | false",
        "{msg: 'isdbgrid', logicalSessionTimeoutMinutes: 30}                  | false",
        "{setName: 'rs0'}                                                     | false",
        "{logicalSessionTimeoutMinutes: 30}                                   | false",
      })
  void helloExcludesWhatCannotHaveThem(String hello, boolean isTried) {
    assertThat(TransactionTrial.excluded(new Hello(BsonDocument.parse(hello))).isEmpty())
        .isEqualTo(isTried);
  }

  /** Its clock stands still here, so the estimate of the server's is always late. */
  @Test
  void theServerDatesDecisionsHoweverLateTheEstimateOfItsClock() {
    Instant opened = Instant.now();
    MongoStore store = Servers.bank(client, SETTINGS.withClock(InstantSource.fixed(opened)));
    store.accounts().open(List.of(account("A").opening(usd("10")), account("B").opening(usd("1"))));
    await().until(() -> Instant.now().isAfter(opened.plusMillis(5)));
    Records records = store.records();
    NewRecord byTheProtocol = begun("t1", "1");
    records.insert(List.of(byTheProtocol));
    records.move(StoredRecords.to(byTheProtocol, State.APPLIED, Verdict.ALL_APPLIED));
    records.tryWhole(begun("t2", "1"));
    records.tryWhole(begun("t3", "99"));

    List<TransactionRecord> read =
        records.find(List.of(new RecordId("t1"), new RecordId("t2"), new RecordId("t3"))).stream()
            .map(lookup -> lookup.record().orElseThrow())
            .toList();
    assertThat(read)
        .extracting(TransactionRecord::state)
        .containsExactly(State.APPLIED, State.DONE, State.CANCELED);
    assertThat(read).extracting(record -> record.timeline().decidedAt().orElseThrow()).isSorted();
    assertThat(read.get(1).timeline().finishedAt().orElseThrow())
        .isAfterOrEqualTo(read.get(1).timeline().decidedAt().orElseThrow());
    assertThat(read.get(2).lastModified())
        .isAfterOrEqualTo(read.get(2).timeline().decidedAt().orElseThrow());
  }

  private static NewRecord begun(String id, String amount) {
    return StoredRecords.alone(transfer(id, "A", "B", usd(amount)));
  }
}
