package io.twophase.adapter.mongo.atomic;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Late;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.NewRecord;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A batch whose commands or answers are lost, or come late. */
@Timeout(60)
class UnansweredCommitTest {

  private static final String COMMIT = "commitTransaction";
  private static final AtomicOutcome APPLIED =
      new AtomicOutcome.Committed(List.of(new Fate.Applied()));
  private static final NewRecord.Begun T1 =
      new NewRecord.Begun(transfer("t1", "A", "B", cents(10)), APP, token("mine"));

  private final TransactionServer server = TransactionServer.start();
  private final MongoClient client = MongoClients.create(server.uri());
  private MongoStore near;

  @BeforeEach
  void open() {
    near = store(client);
    near.accounts().open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static MongoStore store(MongoClient by) {
    return MongoStore.using(
        by, "bank", MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
  }

  /** Has a batch run by way of {@code route}, once the store is open. */
  private void through(Route route, Consumer<MongoStore> work) {
    try (Proxy proxy = Proxy.before(Servers.address(server.uri()), route);
        MongoClient behind = MongoClients.create(proxy.uri() + "/?socketTimeoutMS=5000")) {
      work.accept(store(behind));
    }
  }

  private static AtomicOutcome run(MongoStore store) {
    return store.atomicBatches().get().run(List.of(T1), false);
  }

  private long balance() {
    return ((AccountLookup.Found) near.accounts().find(List.of(accountId("A"))).get(0))
        .account()
        .balance();
  }

  private boolean isRecorded() {
    return near.transactions().find(List.of(transactionId("t1"))).get(0)
        instanceof TransactionLookup.Found;
  }

  @Test
  void aCommitThatLosesItsAnswersIsAskedForAgain() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, COMMIT, 0, 3);
          assertThat(run(store)).isEqualTo(APPLIED);
        });
    assertThat(balance()).isEqualTo(90);
  }

  @Test
  void oneThatIsNeverAnsweredIsInDoubtAndItsIdIsTaken() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, COMMIT, 0, 1_000);
          assertThat(run(store)).isEqualTo(new AtomicOutcome.InDoubt());
        });
    assertThat(near.transactions().begin(List.of(T1))).containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(balance()).isEqualTo(90);
  }

  @Test
  void oneThatIsNeverHeardKeepsNobodyWaiting() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.BEFORE_THE_SERVER_HAS_IT, COMMIT, 0, 1_000);
          assertThat(run(store)).isEqualTo(new AtomicOutcome.InDoubt());
          assertThat(server.openTransactions()).isZero();
          assertThat(near.transactions().begin(List.of(T1))).containsExactly(BeginOutcome.BEGUN);
        });
    assertThat(balance()).isEqualTo(100);
  }

  @Test
  void oneThatComesTooLateFindsItsIdTaken() {
    Late late = new Late();
    through(
        late,
        store -> {
          late.keep(COMMIT, 1_000);
          assertThat(run(store)).isEqualTo(new AtomicOutcome.InDoubt());
          assertThat(isRecorded()).isFalse();
        });
    assertThat(balance()).isEqualTo(100);
  }

  @Test
  void whatIsLostBeforeTheCommitHasNotHappened() {
    for (String command : List.of("find", "update")) {
      Cutting cutting = new Cutting();
      through(
          cutting,
          store -> {
            cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, command, 0, 1_000);
            assertThat(run(store)).as(command).isEqualTo(new AtomicOutcome.NotRun(false));
          });
      assertThat(balance()).as(command).isEqualTo(100);
      assertThat(isRecorded()).as(command).isFalse();
    }
  }
}
