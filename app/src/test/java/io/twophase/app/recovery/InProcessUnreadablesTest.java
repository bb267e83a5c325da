package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.event.Event;
import io.twophase.app.sweep.LeftAlone;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.NewRecord;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process: what is unreadable is planted as the server keeps it. */
class InProcessUnreadablesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final PlantedDocuments PLANTED = new PlantedDocuments(FRESH);
  private static final int GOOD = 100;
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private static final Duration TWO_DAYS = Duration.ofDays(2);
  private static final ConsumerName READER = new ConsumerName("reader");

  private Store store;
  private TwoPhase host;

  @BeforeEach
  void begin() {
    store =
        FRESH.store(
            MongoStoreSettings.defaults()
                .withProbe(false)
                .withRetention(
                    new Retention(Duration.ofDays(1), Retention.By.PASS, Option.none())));
    host = TwoPhase.over(store).build();
    for (int at = 0; at < GOOD; at++) {
      host.accounts().open(account("A" + at).opening(cents(1_000)));
    }
    host.events().turnOn();
    host.evidence().turnOn();
  }

  @AfterEach
  void end() {
    host.close();
  }

  private static TransferRequest request(String id, int at) {
    return new TransferRequest(
        transactionId(id), accountId("A" + at), accountId("A" + (at + 1) % GOOD), cents(1));
  }

  private static List<TransferRequest> requests(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(at -> request(prefix + at, at)).toList();
  }

  /** A hundred lone transactions and ten batches that are done. */
  private void done() {
    for (TransferRequest each : requests("lone", GOOD)) {
      assertThat(host.transfers().transfer(each).isApplied()).isTrue();
    }
    for (int batch = 0; batch < 10; batch++) {
      assertThat(host.transfers().transferAll(requests("of" + batch + "-", 5), Order.ANY))
          .allMatch(TransactionOutcome::isApplied);
    }
  }

  /** A hundred lone transactions and ten batches that dead processes have left. */
  private void left() {
    for (int at = 0; at < GOOD; at++) {
      store
          .transactions()
          .begin(
              List.of(
                  new NewRecord.Begun(
                      transfer("stuck" + at, "A" + at, "A" + (at + 1) % GOOD, cents(1)),
                      application("dead"),
                      token("of" + at))));
    }
    for (int batch = 0; batch < 10; batch++) {
      store
          .batches()
          .get()
          .records()
          .begin(
              new NewBatch(
                  new BatchId("batch:stuck" + batch),
                  List.of(
                      transfer("m1-" + batch, "A1", "A2", cents(1)),
                      transfer("m2-" + batch, "A3", "A4", cents(1))),
                  false),
              new BatchRecord.Owner(application("dead"), Option.none(), token("dead")));
    }
  }

  private static final BsonValue ODD = new BsonString("odd");
  private static final BsonValue NEWER = new BsonInt32(99);

  @Test
  void recoveryFinishesAllThatCanBeRead() {
    left();
    PLANTED.copy("transactions", "stuck5", "bad-lone", "v", NEWER);
    PLANTED.copy("transactions", "batch:stuck5", "batch:bad", "members", ODD);
    PLANTED.damage("transactions", new BsonString("m1-3"), "v", NEWER);
    PLANTED.damage("transactions", new BsonString("stuck7"), "epoch", ODD);
    PLANTED.damage("accounts", new BsonString("A50"), "balance", ODD);
    PLANTED.timePasses(TWO_DAYS);
    List<Recovered> recovered = new ArrayList<>();

    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);

    assertThat(ids(recovered, Recovered.Unreadable.class))
        .contains("bad-lone", "batch:bad", "stuck7");
    Set<String> finished =
        recovered.stream()
            .filter(Recovered::isFinished)
            .map(Recovered::id)
            .collect(Collectors.toSet());
    for (int at = 0; at < GOOD; at++) {
      if (at != 7) {
        assertThat(finished).contains("stuck" + at);
      }
    }
    for (int batch = 0; batch < 10; batch++) {
      if (batch != 3) {
        assertThat(finished).contains("batch:stuck" + batch);
      }
    }
  }

  private static List<String> ids(List<Recovered> recovered, Class<? extends Recovered> kind) {
    return recovered.stream().filter(kind::isInstance).map(Recovered::id).toList();
  }

  /** What the rounds of a daemon report, until nothing more is removed. */
  private List<Recovered> rounds() {
    List<Recovered> reported = new ArrayList<>();
    RecoveryRounds rounds =
        new RecoveryRounds(host.recovery(), RecoveryRequest.olderThan(HALF_AN_HOUR));
    for (int round = 0; round < 5; round++) {
      rounds.next(reported::add);
    }
    return reported;
  }

  private boolean isThere(String id) {
    return !(host.transactions().find(transactionId(id)) instanceof TransactionLookup.Absent);
  }

  @Test
  void retentionRemovesAllThatCanBeRead() {
    done();
    host.events().number();
    host.evidence().grow();
    String batch = PLANTED.stored("transactions", "of3-2").getString("batch").getValue();
    PLANTED.copy("transactions", "lone5", "bad-done", "v", NEWER);
    PLANTED.copy("transactions", batch, "batch:bad", "members", ODD);
    PLANTED.damage("transactions", new BsonString("of3-2"), "v", NEWER);
    PLANTED.timePasses(TWO_DAYS);

    List<Recovered> reported = rounds();

    assertThat(ids(reported, Recovered.Unreadable.class))
        .contains("bad-done", "batch:bad", "of3-2")
        .hasSizeLessThan(10);
    for (int at = 0; at < GOOD; at++) {
      assertThat(isThere("lone" + at)).as("lone" + at).isFalse();
    }
    for (int at = 0; at < 10; at++) {
      assertThat(isThere("of" + at + "-0")).as("of" + at).isFalse();
    }
    assertThat(PLANTED.stored("transactions", "of3-2")).isNotNull();
    assertThat(PLANTED.stored("transactions", batch)).isNotNull();
  }

  @Test
  void retentionLeavesOnlyWhatTouchesABalanceThatCannotBeCarried() {
    done();
    host.events().number();
    host.evidence().grow();
    PLANTED.timePasses(TWO_DAYS);
    BsonDocument carried =
        BsonDocument.parse("{_id: 'A50', sum: 'odd', lines: {$numberLong: '1'}, v: 1}");
    FRESH.collection("transactions_carried").insertOne(carried);

    rounds();

    assertThat(findings()).anyMatch(finding -> finding.detail().contains("balance A50: sum is"));
    for (int at = 0; at < GOOD; at++) {
      assertThat(isThere("lone" + at)).as("lone" + at).isEqualTo(at == 49 || at == 50);
    }
  }

  @Test
  void eventsAndEvidenceGoOn() {
    done();
    PLANTED.copy("transactions", "lone5", "bad-done", "v", NEWER);
    BsonDocument noId = PLANTED.stored("transactions", "lone6").clone();
    noId.put("_id", new BsonInt32(7));
    FRESH.collection("transactions").insertOne(noId);
    PLANTED.damage("transactions", new BsonString("lone9"), "v", NEWER);

    host.events().number();
    Set<String> read = consumed();

    for (int at = 0; at < GOOD; at++) {
      assertThat(read).contains("lone" + at);
    }
    assertThat(read).contains("bad-done", "of3-2");
    host.evidence().grow();
    assertThat(host.evidence().head().size()).isEqualTo(store.events().get().confirmed());
  }

  @Test
  void aNumberThatCannotBeReadIsPassedOver() {
    done();
    host.events().number();
    PLANTED.damage("transactions_events", new BsonInt64(5), "transaction", NEWER);
    host.transfers().transfer(request("later", 1));

    host.events().number();
    Set<String> read = consumed();

    assertThat(read).contains("lone0", "lone99", "later", "of3-2");
    host.evidence().grow();
    assertThat(host.evidence().head().size()).isEqualTo(store.events().get().confirmed());
    assertThat(findings()).anyMatch(finding -> finding.id().equals("5"));
  }

  @Test
  void aConsumerThatCannotBeReadStopsNoOther() {
    done();
    host.events().number();
    FRESH
        .collection("transactions_consumers")
        .insertOne(BsonDocument.parse("{_id: 'bad', number: 'odd', places: 0}"));

    assertThat(consumed()).contains("lone0", "of3-2");
    assertThat(host.events().consumers()).anyMatch(each -> each.name().equals(READER));
    assertThat(findings()).anyMatch(finding -> finding.detail().startsWith("consumer bad: "));
    PLANTED.timePasses(TWO_DAYS);
    rounds();
  }

  private Set<String> consumed() {
    Set<String> read = new LinkedHashSet<>();
    int before = -1;
    while (read.size() > before) {
      before = read.size();
      host.events().consume(READER, 50, events -> events.forEach(each -> read.add(id(each))));
    }
    return read;
  }

  private static String id(Event event) {
    return event
        .transaction()
        .fold(
            found -> found.record().id().value(),
            absent -> absent.id().value(),
            unreadable -> unreadable.id(),
            removed -> removed.receipt().id().value());
  }

  private List<Finding> findings() {
    return host.audit().run().findings();
  }

  @Test
  void auditScrubAndListsShowEach() {
    done();
    host.events().number();
    host.evidence().grow();
    String batch = PLANTED.stored("transactions", "of3-2").getString("batch").getValue();
    PLANTED.copy("accounts", "A1", "bad-account", "balance", ODD);
    PLANTED.copy("transactions", "lone5", "bad-done", "v", NEWER);
    PLANTED.copy("transactions", batch, "batch:bad", "members", ODD);
    PLANTED.damage("transactions", new BsonString("of3-2"), "v", NEWER);
    PLANTED.damage(
        "accounts", new BsonString("A60"), "pendingTransactions", new BsonArray(List.of(ODD)));
    FRESH
        .collection("transactions_carried")
        .insertOne(BsonDocument.parse("{_id: 'A9', sum: 'odd', v: 1}"));
    FRESH.collection("owners").insertOne(BsonDocument.parse("{_id: 'bad-owner', beat: 'odd'}"));
    List<LeftAlone> leftAlone = new ArrayList<>();

    host.scrub().run(orphan -> {}, leftAlone::add);
    List<String> found = findings().stream().map(Finding::id).toList();
    List<TransactionLookup> latest =
        host.transactions().latest(new TransactionQuery(Option.none(), Option.none(), 1_000));

    assertThat(leftAlone).anyMatch(each -> each.toString().contains("A60"));
    assertThat(found).contains("bad-account", "bad-done", "of3-2", "A60");
    assertThat(found).anyMatch(id -> id.contains("A9") || id.equals("carried"));
    assertThat(latest.stream().filter(TransactionLookup.Found.class::isInstance))
        .hasSizeGreaterThanOrEqualTo(GOOD + 40);
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
  }
}
