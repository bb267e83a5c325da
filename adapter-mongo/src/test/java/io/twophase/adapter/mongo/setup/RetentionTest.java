package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RetentionTest {

  private static final Owner OWNER = new Owner(APP, token("t"));
  private static final Retention NINETY_DAYS = new Retention(Duration.ofDays(90));
  private static final Retention A_DAY_BY_PASS = Retention.ofPass(Retention.SHORTEST).get();
  private static final Retention A_DAY = new Retention(Retention.SHORTEST);

  @AutoClose private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client(server.uri(""));

  private Records open(Retention... asked) {
    return Servers.bank(client, quiet(asked)).records();
  }

  private static MongoStoreSettings quiet(Retention... asked) {
    return asked.length == 0 ? Servers.QUIET : Servers.QUIET.withRetention(asked[0]);
  }

  private List<Number> periods() {
    List<Number> periods = new ArrayList<>();
    for (BsonDocument index : whole()) {
      if (index.containsKey("expireAfterSeconds")) {
        assertThat(index.getDocument("key")).containsOnlyKeys("finishedAt");
        periods.add(index.getNumber("expireAfterSeconds").longValue());
      }
    }
    return periods;
  }

  @Test
  void ofTwoProcessesThatSetAPeriodAtOnceTheIndexOfOneStays() {
    AtomicBoolean isOfPeriod = new AtomicBoolean();
    CommandListener another =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            isOfPeriod.set(event.getCommand().toString().contains("expireAfterSeconds"));
          }

          @Override
          public void commandSucceeded(CommandSucceededEvent event) {
            if (event.getCommandName().equals("createIndexes") && isOfPeriod.getAndSet(false)) {
              open(NINETY_DAYS);
            }
          }
        };
    try (MongoClient racing = Servers.heard(server.uri(""), another)) {
      Servers.bank(racing, quiet(A_DAY));
    }

    assertThat(periods()).containsExactly(86_400L);
  }

  @Test
  void receiptsThatCannotBeAreRefusedInOneLine() {
    assertThat(NINETY_DAYS.withReceipts(Duration.ofDays(400)).getLeft())
        .isEqualTo("the server leaves no receipts of what it removes: only a pass does");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofHours(23)).getLeft())
        .isEqualTo("receipts for PT23H go before the records, which stay for PT24H");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofDays(30_000)).getLeft())
        .contains("receipts: retention PT720000H is above 68 years");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofDays(1)).get().receipts())
        .contains(Duration.ofDays(1));
  }

  private List<BsonDocument> indexes() {
    return whole().stream().map(index -> index.getDocument("key")).toList();
  }

  private List<BsonDocument> whole() {
    return Servers.bank(client, "transactions")
        .listIndexes(BsonDocument.class)
        .into(new ArrayList<>());
  }

  @Test
  void theServerRemovesNoReversalAndAPassFindsThemByAnIndex() {
    Records records = open(A_DAY);
    NewTransaction reversal =
        new NewTransaction(
            transactionId("t:reversal"),
            transfer("t", "A", "B", usd("1")).operations(),
            Optional.of(transactionId("t")));
    records.insert(List.of(NewRecord.alone(reversal, OWNER)));
    begin(records, "t");
    for (String id : List.of("t", "t:reversal")) {
      decide(records, id);
      move(records, Transition.finish(new RecordId(id), State.APPLIED));
    }
    records.insert(List.of(NewRecord.tombstone(new RecordId("u:reversal:2"))));

    assertThat(records.list(RecordQuery.ended(Duration.ZERO, 10)))
        .extracting(Lookup::id)
        .containsExactlyInAnyOrder("t:reversal", "u:reversal:2");
    assertThat(indexes()).contains(BsonDocument.parse("{ finishedAt: 1, _id: 1, reverses: 1 }"));
    open(A_DAY_BY_PASS);
    assertThat(records.list(RecordQuery.ended(Duration.ZERO, 10))).hasSize(3);
  }

  /** By a page of the index: what is to be equal first, then the order; nothing else is sorted. */
  @Test
  void batchesThatHaveEndedAreReadByPagesOfAnIndexWhoeverRemovesTheOthers() {
    for (Retention retention : List.of(A_DAY, A_DAY_BY_PASS)) {
      client.getDatabase("bank").drop();
      MongoStore store = Servers.bank(client, quiet(retention));
      assertThat(indexes()).contains(BsonDocument.parse("{ kind: 1, endedAt: 1, _id: 1 }"));

      recorder.documents();
      store.records().list(RecordQuery.ended(Duration.ofDays(1), 7));
      BsonDocument find =
          recorder.documents().stream()
              .filter(
                  sent ->
                      sent.containsKey("filter") && sent.getDocument("filter").containsKey("kind"))
              .findFirst()
              .get();
      assertThat(find.getDocument("filter").get("kind")).isEqualTo(new BsonString("batch"));
      assertThat(find.getDocument("filter").getDocument("endedAt"))
          .containsOnlyKeys("$exists", "$lte");
      assertThat(find.getDocument("sort").keySet()).containsExactly("endedAt", "_id");
      assertThat(find.getNumber("limit").intValue()).isEqualTo(7);
    }
  }

  @Test
  void aPeriodTooShortIsRefusedInOneLine() {
    assertThat(Retention.of(Duration.ofHours(23)).getLeft())
        .isEqualTo("retention PT23H is below PT24H, the shortest that can be safe");
    assertThat(Retention.of(Duration.ofDays(90)).get()).isEqualTo(NINETY_DAYS);
    assertThat(Retention.of(Duration.ofDays(30_000)).getLeft()).contains("above 68 years");
    assertThat(Retention.of(Duration.ofDays(1).plusMillis(1)).getLeft())
        .contains("not in whole seconds");
    assertThatThrownBy(() -> new Retention(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void begin(Records records, String... ids) {
    for (String id : ids) {
      records.insert(List.of(NewRecord.alone(transfer(id, "A", "B", usd("1")), OWNER)));
    }
  }

  private static void decide(Records records, String id) {
    move(
        records,
        Transition.decide(
            new RecordId(id), List.of(transactionId(id)), epoch(1), Map.of(), Verdict.ALL_APPLIED));
  }

  private static void move(Records records, Transition transition) {
    assertThat(records.move(List.of(transition))).containsExactly(MATCHED);
  }
}
