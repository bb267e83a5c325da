package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.period.PeriodLookup;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.NewRecord;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rarer kinds of what may be unreadable, each among a hundred good ones. */
class InProcessUnreadableKindsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final PlantedDocuments PLANTED = new PlantedDocuments(FRESH);
  private static final int GOOD = 100;
  private static final int ACCOUNTS = 10;
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private static final Duration TWO_DAYS = Duration.ofDays(2);
  private static final BsonValue ODD = new BsonString("odd");
  private static final BsonValue NEWER = new BsonInt32(99);

  private Store store;
  private TwoPhase host;

  @BeforeEach
  void begin() {
    store =
        FRESH.store(
            MongoStoreSettings.defaults()
                .withProbe(false)
                .withRetention(
                    new Retention(
                        Duration.ofDays(1), Retention.By.PASS, Option.some(Duration.ofDays(3)))));
    host = TwoPhase.over(store).build();
    for (int at = 0; at < ACCOUNTS; at++) {
      host.accounts().open(account("A" + at).opening(cents(1_000)));
    }
  }

  @AfterEach
  void end() {
    host.close();
  }

  private static TransferRequest request(String id, int at) {
    return new TransferRequest(
        transactionId(id),
        accountId("A" + at % ACCOUNTS),
        accountId("A" + (at + 1) % ACCOUNTS),
        cents(1));
  }

  private void done() {
    List<TransferRequest> requests =
        IntStream.range(0, GOOD).mapToObj(at -> request("lone" + at, at)).toList();
    for (TransferRequest each : requests) {
      assertThat(host.transfers().transfer(each).isApplied()).isTrue();
    }
  }

  private List<Recovered> pass() {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);
    return recovered;
  }

  private static List<String> unreadable(List<Recovered> recovered) {
    return recovered.stream()
        .filter(Recovered.Unreadable.class::isInstance)
        .map(Recovered::id)
        .toList();
  }

  private List<Recovered> rounds() {
    List<Recovered> reported = new ArrayList<>();
    RecoveryRounds rounds =
        new RecoveryRounds(host.recovery(), RecoveryRequest.olderThan(HALF_AN_HOUR));
    for (int round = 0; round < 5; round++) {
      rounds.next(reported::add);
    }
    return reported;
  }

  private List<Finding> findings() {
    return host.audit().run().findings();
  }

  @Test
  void allOtherAuthorizationsThatHaveExpiredAreVoided() {
    for (int at = 0; at < GOOD; at++) {
      host.authorizations()
          .authorize(request("waits" + at, at), new AuthorizationTerms(Duration.ofDays(1)));
    }
    PLANTED.copy("transactions", "waits5", "bad", "v", NEWER);
    PLANTED.damage("transactions", new BsonString("waits7"), "epoch", ODD);
    PLANTED.timePasses(TWO_DAYS);

    List<Recovered> recovered = pass();

    assertThat(unreadable(recovered)).contains("bad", "waits7");
    assertThat(recovered.stream().filter(Recovered::isFinished)).hasSize(GOOD - 1);
    assertThat(findings()).anyMatch(each -> each.id().equals("waits7"));
  }

  @Test
  void allOtherTombstonesAndReceiptsGo() {
    done();
    for (int at = 0; at < GOOD; at++) {
      store.transactions().begin(List.of(new NewRecord.Tombstone(transactionId("never" + at))));
    }
    PLANTED.damage("transactions", new BsonString("never5"), "v", NEWER);
    PLANTED.timePasses(TWO_DAYS);

    assertThat(unreadable(rounds())).contains("never5");

    assertThat(findings()).anyMatch(each -> each.id().equals("never5"));
    assertThat(host.transactions().find(transactionId("lone99")))
        .isInstanceOf(TransactionLookup.Removed.class);
    PLANTED.damage("transactions", new BsonString("lone5"), "digest", ODD);
    PLANTED.damage("transactions", new BsonString("lone7"), "endedAt", ODD);
    PLANTED.timePasses(TWO_DAYS);
    rounds();

    assertThat(host.transactions().find(transactionId("lone99")))
        .isInstanceOf(TransactionLookup.Absent.class);
    assertThat(host.transactions().find(transactionId("lone7")))
        .isInstanceOf(TransactionLookup.Unreadable.class);
  }

  @Test
  void aPeriodThatCannotBeReadIsShownAmongTheOthers() {
    for (int at = 0; at < GOOD; at++) {
      host.periods().open(PeriodName.parse("p%03d".formatted(at)).get(), "");
    }
    PLANTED.damage("periods", new BsonString("p005"), "open", ODD);
    PLANTED.copy("periods", "p006", "p006 ", "open", ODD);
    BsonDocument noText = PLANTED.stored("periods", "p007").clone();
    noText.put("_id", new BsonInt32(7));
    FRESH.collection("periods").insertOne(noText);

    List<PeriodLookup> page = host.periods().page(Option.none());

    assertThat(page).filteredOn(PeriodLookup.Found.class::isInstance).hasSizeGreaterThan(97);
    assertThat(page).anyMatch(each -> each instanceof PeriodLookup.Unreadable);
    pass();
    findings();
  }

  @Test
  void aLeafThatCannotBeReadIsReportedWhereverItIs() {
    host.events().turnOn();
    host.evidence().turnOn();
    done();
    host.events().number();
    host.evidence().grow();
    BsonInt64 last = new BsonInt64(host.evidence().head().size());
    PLANTED.damage("transactions_leaves", last, "nodes", ODD);

    assertThat(findings()).anyMatch(each -> each.id().equals(Long.toString(last.getValue())));
    PLANTED.damage("transactions_leaves", new BsonInt64(5), "nodes", ODD);
    host.transfers().transfer(request("later", 1));
    rounds();
    assertThat(findings()).anyMatch(each -> each.id().equals("5"));
  }

  @Test
  void aNumberThatCannotBeReadIsReportedAlsoWhereItIsTheOnlyOne() {
    host.events().turnOn();
    host.transfers().transfer(request("only", 1));
    host.events().number();
    PLANTED.damage("transactions_events", new BsonInt64(1), "transaction", NEWER);

    assertThat(findings()).anyMatch(each -> each.id().equals("1"));
  }

  @Test
  void anOwnerThatCannotBeReadIsReported() {
    BsonDocument owner =
        BsonDocument.parse("{_id: 'bad-owner', application: 'dead', beat: 'odd', v: 1}");
    FRESH.collection(MongoStore.OWNERS).insertOne(owner);

    assertThat(unreadable(pass())).contains("bad-owner");
  }
}
