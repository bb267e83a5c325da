package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Quorum reads of documents that the tutorial has made; and a document that is not sent. */
class LatestTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final Target A = new Target.OfAccount(accountId("A"));

  private final Holds holds = FRESH.store().holds();
  private final Records records = FRESH.store().records();

  @Test
  void aTutorialsAccountIsAdoptedAfterItWasReadAtItsLatest() {
    FRESH.put("accounts", "{_id: 'A', balance: 1000, pendingTransactions: []}");
    Placing debit = Requests.range("t1", 1, "A", Range.whole(100, 0), Currency.getInstance("XXX"));

    assertThat(holds.findLatest(A)).isEqualTo(holds.find(List.of(A)).get(0));
    assertThat(holds.place(List.of(debit)).get(0).kind()).isEqualTo(Answer.Kind.HELD);
    holds.findLatest(A);
    assertThat(holds.end(List.of(Requests.settle(debit)))).containsExactly(MatchOutcome.MATCHED);

    BsonDocument stored = FRESH.one("accounts", "{}");
    assertThat(stored)
        .containsEntry("balance", new BsonInt64(900))
        .containsEntry("quorumReads", new BsonInt64(2))
        .containsEntry("v", new BsonInt32(1));
  }

  @Test
  void aTutorialsRecordIsReadAtItsLatestAndStaysAsItWas() {
    BsonDocument record =
        BsonDocument.parse(
            "{_id: 't1', source: 'A', destination: 'B', value: 100, state: 'done',"
                + " lastModified: {$date: '2020-01-01T00:00:00Z'}}");
    FRESH.collection("transactions").insertOne(record.clone());

    assertThat(records.findLatest(transactionId("t1")).record())
        .isNotEmpty()
        .isEqualTo(records.find(List.of(new RecordId("t1"))).get(0).record());

    BsonDocument stored = FRESH.one("transactions", "{}");
    stored.remove("quorumReads");
    assertThat(stored).isEqualTo(record);
  }

  @Test
  void aDocumentThatIsTooLargeIsNotSent() {
    DriverErrors errors = new DriverErrors("MongoDB at host:27017");
    Table writes =
        new Table(
            FRESH.collection("large"),
            new Server(
                errors,
                new Server.Limits(1_000, 48_000_000, 0),
                Optional.empty(),
                Duration.ofSeconds(20)));
    BsonDocument large =
        new BsonDocument("_id", new BsonInt32(1)).append("x", new BsonBinary(new byte[17_000_000]));

    assertThatThrownBy(() -> writes.insert(List.of(large)))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("MongoDB at host:27017 is not asked to insert ")
        .hasMessageContaining("larger than maximum of 16777216");
    assertThat(FRESH.collection("large").countDocuments()).isZero();
  }
}
