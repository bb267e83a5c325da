package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.adapter.mongo.testing.FaultyServer.once;
import static io.twophase.adapter.mongo.testing.FaultyServer.unconfirmed;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen at the ports of the errors that a server answers with: in a table, one by one. */
class FailuresTest {

  private static final List<Placing> TRANSFER = Transfers.holds("t1");
  private static final Target A = new Target.OfAccount(accountId("A"));

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private MongoClient client;
  private MongoStore store;
  private Holding holding;
  private Records records;

  @BeforeEach
  void openTwoAccounts() {
    client = SERVER.client("maxPoolSize=1&waitQueueTimeoutMS=200");
    store = Servers.bank(client);
    holding = new Holding(store);
    records = store.records();
    Transfers.open(store);
  }

  private void allWritesAnswer(FaultyServer.Fault fault) {
    List.of("insert", "update", "findAndModify").forEach(command -> SERVER.on(command, fault));
  }

  private boolean isHeld() {
    return !holding.account("A").holds().isEmpty();
  }

  /** Not enough servers, a majority too late, a server on its way down. */
  @ParameterizedTest
  @ValueSource(ints = {64, 100, 91})
  void aWriteThatNoMajorityHasConfirmedIsMadeAndInDoubt(int code) {
    allWritesAnswer(unconfirmed(code));

    assertThat(records.insert(List.of(begun("t1"))))
        .containsExactly(List.of(BeginOutcome.IN_DOUBT));
    assertThat(store.accounts().open(List.of(account("C").opening(usd("1")))))
        .containsExactly(new OpenOutcome.InDoubt());
    assertThat(holding.place(TRANSFER)).containsOnly(Answer.inDoubt()).hasSize(2);
    assertThat(holding.place(TRANSFER.subList(0, 1))).containsOnly(Answer.inDoubt());
    assertThat(store.accounts().change(accountId("B"), StatusChange.FREEZE))
        .isEqualTo(new StatusOutcome.InDoubt());
    assertThat(records.move(List.of(decide("t1", 1)))).containsExactly(MatchOutcome.IN_DOUBT);

    assertThat(isHeld()).isTrue();
    assertThat(holding.settle(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
    assertThat(isHeld()).isFalse();
  }

  @Test
  void ofABatchThatNoMajorityHasConfirmedWhatIsTakenIsStillTaken() {
    records.insert(List.of(begun("t1")));
    allWritesAnswer(unconfirmed(64));

    assertThat(
            records.insert(
                List.of(begun("t1"), NewRecord.submitted(transfer("t2", "A", "B", usd("1"))))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN), List.of(BeginOutcome.IN_DOUBT));
  }

  /** No primary, too slow, or a code that nobody here knows. */
  @ParameterizedTest
  @ValueSource(ints = {189, 50, 123456})
  void aWriteThatTheServerMayOrMayNotMakeIsSentOnceAndInDoubt(int code) {
    allWritesAnswer(error(code, "RetryableWriteError"));
    int before = SERVER.received("update").size();

    assertThat(holding.place(TRANSFER)).containsOnly(Answer.inDoubt()).hasSize(2);
    assertThat(SERVER.received("update")).hasSize(before + 1);
    assertThat(records.insert(List.of(begun("t1"))))
        .containsExactly(List.of(BeginOutcome.IN_DOUBT));
    assertThat(records.move(List.of(decide("t1", 1)))).containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(store.accounts().change(accountId("A"), StatusChange.FREEZE))
        .isEqualTo(new StatusOutcome.InDoubt());
    SERVER.heal();
    assertThat(isHeld()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 285_999_133})
  void aWriteThatTheServerRefusesForCertainIsAFault(int code) {
    allWritesAnswer(error(code));

    assertThatThrownBy(() -> holding.place(TRANSFER))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageEndingWith(" refuses to update bank.accounts: code " + code + ", made to fail");
    assertThatThrownBy(() -> records.insert(List.of(begun("t1"))))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class);
    SERVER.heal();
    assertThat(isHeld()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {89, 10107})
  void aReadThatTheServerCannotAnswerNowIsUnavailable(int code) {
    SERVER.on("find", error(code));

    assertThatThrownBy(() -> holding.find("A"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(": code " + code + ", ");
    assertThatThrownBy(() -> records.scan(Optional.empty(), seen -> {}))
        .isInstanceOf(StoreUnavailableException.class);
    // the write went well and could not be explained
    assertThat(holding.place(Requests.debit("t9", "A", 500_00))).isEqualTo(Answer.inDoubt());
  }

  @Test
  void theLatestIsNoAnswerWithoutAMajority() {
    records.insert(List.of(begun("t1")));
    SERVER.on("findAndModify", unconfirmed(64));

    assertThatThrownBy(() -> store.holds().findLatest(A))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageEndingWith(
            ": the latest state of 'A' in bank.accounts could not be confirmed by a majority within"
                + " 5 s: code 64, waiting for replication timed out");
    assertThatThrownBy(() -> records.findLatest(transactionId("t1")))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("the latest state of 't1' in bank.transactions could not be");

    SERVER.on("findAndModify", unconfirmed(100));
    assertThatThrownBy(() -> store.holds().findLatest(A))
        .hasMessageContaining("could not be confirmed by a majority: code 100, ");
    SERVER.on("findAndModify", error(10107));
    assertThatThrownBy(() -> store.holds().findLatest(A))
        .isInstanceOf(StoreUnavailableException.class);
    SERVER.on("findAndModify", unconfirmed(91));
    assertThatThrownBy(() -> store.holds().findLatest(A))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("could not be confirmed by a majority: code 91, ");
  }

  @Test
  void theLatestIsAskedOfAMajorityForFiveSeconds() {
    store.holds().findLatest(A);

    Document asked = SERVER.received("findAndModify").get(0);
    assertThat(asked.get("writeConcern"))
        .isEqualTo(new Document("w", "majority").append("wtimeout", 5_000));
    assertThat(asked.get("maxTimeMS")).isEqualTo(20_000L);
  }

  @Test
  void whatCannotBeReadIsNotTouchedToReadItsLatest() {
    SERVER.put("{_id: 'odd', balance: 'x', v: 1}");

    Sight latest = store.holds().findLatest(new Target.OfAccount(accountId("odd")));
    assertThat(latest.kind()).isEqualTo(Sight.Kind.UNREADABLE);
    assertThat(latest).isEqualTo(holding.find("odd"));
    assertThat(SERVER.received("findAndModify")).isEmpty();
  }

  @Test
  void operationsAreLimitedByTheServersClockAndWritesByTheirMajority() {
    holding.place(TRANSFER);
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    holding.find("A");
    store.holds().scan(store.accounts().collection(), false, seen -> {});
    records.find(List.of(new RecordId("t1")));

    assertThat(SERVER.received("find")).isNotEmpty();
    for (String command : List.of("find", "findAndModify", "ping")) {
      assertThat(SERVER.received(command))
          .allSatisfy(asked -> assertThat(asked.get("maxTimeMS")).isEqualTo(20_000L));
    }
    for (String command : List.of("insert", "update", "findAndModify")) {
      assertThat(SERVER.received(command))
          .isNotEmpty()
          .allSatisfy(
              asked ->
                  assertThat(asked.get("writeConcern"))
                      .isEqualTo(new Document("w", "majority").append("wtimeout", 10_000)));
    }
    assertThat(SERVER.received("find"))
        .allSatisfy(
            asked ->
                assertThat(asked.get("readConcern")).isEqualTo(new Document("level", "majority")));
  }

  @Test
  void whereAllConnectionsAreTakenNothingIsSent() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    SERVER.on(
        "find",
        (sound, command) -> {
          asked.countDown();
          await(answered);
          return sound.apply(command);
        });
    Thread reader = new Thread(() -> holding.find("A"));
    reader.start();
    asked.await();
    int before = SERVER.received("update").size();

    assertThatThrownBy(() -> holding.place(TRANSFER)).isInstanceOf(StoreUnavailableException.class);

    answered.countDown();
    reader.join();
    assertThat(SERVER.received("update")).hasSize(before);
  }

  @Test
  void whoIsInterruptedIsInDoubtAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    List<Answer> outcomes = holding.place(TRANSFER);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes).containsOnly(Answer.inDoubt());
  }

  @Test
  void aLoginThatIsRefusedIsToldAsThat() {
    SERVER.on("saslStart", error(18));
    String uri = SERVER.uri("").replace("mongodb://", "mongodb://u:s3cret@");

    assertThatThrownBy(() -> MongoStore.open(uri, Servers.QUIET))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining(" does not accept the login: ")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aWriteIsRepeatedOnlyWhereTheServerKnowsItByItsNumber() {
    try (FaultyServer primary = FaultyServer.replicaSet();
        MongoStore there = MongoStore.open(primary.uri("directConnection=true"), Servers.QUIET)) {
      Transfers.open(there);
      primary.on("update", once(error(189, "RetryableWriteError")));

      new Holding(there).held(TRANSFER);
      List<Document> sent =
          primary.received("update").stream()
              .filter(command -> "accounts".equals(command.get("update")))
              .toList();
      assertThat(sent).hasSize(2);
      assertThat(sent.get(0).get("txnNumber")).isNotNull();
      assertThat(sent.get(1).get("txnNumber")).isEqualTo(sent.get(0).get("txnNumber"));
      assertThat(sent.get(1).get("lsid")).isEqualTo(sent.get(0).get("lsid"));
    }

    SERVER.on("update", once(error(189, "RetryableWriteError")));
    int before = SERVER.received("update").size();
    assertThat(holding.place(TRANSFER)).containsOnly(Answer.inDoubt());
    assertThat(SERVER.received("update")).hasSize(before + 1);
    assertThat(SERVER.received("update").get(before)).doesNotContainKey("txnNumber");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
