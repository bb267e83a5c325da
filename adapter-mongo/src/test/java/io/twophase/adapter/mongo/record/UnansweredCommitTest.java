package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Late;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.WireMessage;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Records.Whole;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record that runs whole, whose commands or answers are lost, or come late. */
@Timeout(60)
class UnansweredCommitTest {

  private static final String COMMIT = "commitTransaction";
  private static final NewRecord T1 = Transfers.begun("t1");

  @AutoClose private final TransactionServer server = TransactionServer.start();
  @AutoClose private final MongoClient client = MongoClients.create(server.uri());
  private MongoStore near;

  @BeforeEach
  void open() {
    near = store(client);
    Transfers.open(near);
  }

  private static MongoStore store(MongoClient by) {
    return Servers.bank(by, Servers.QUIET.withServerTransactions(true));
  }

  /** Has a record run by way of {@code route}, once the store is open. */
  private void through(Route route, Consumer<MongoStore> work) {
    try (Proxy proxy = Proxy.before(Servers.address(server.uri()), route);
        MongoClient behind = proxy.client("socketTimeoutMS=5000")) {
      work.accept(store(behind));
    }
  }

  private static Whole.Kind run(MongoStore store) {
    return store.records().tryWhole(T1).kind();
  }

  private long balance() {
    return new Holding(near).account("A").balance().minor();
  }

  private boolean isRecorded() {
    return near.records().find(List.of(T1.id())).get(0).kind() == Lookup.Kind.FOUND;
  }

  @Test
  void aCommitThatLosesItsAnswersIsAskedForAgain() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, COMMIT, 0, 3);
          assertThat(run(store)).isEqualTo(Whole.Kind.COMMITTED);
        });
    assertThat(balance()).isEqualTo(95_00);
  }

  @Test
  void oneThatIsNeverAnsweredIsInDoubtAndItsIdIsTaken() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, COMMIT, 0, 1_000);
          assertThat(run(store)).isEqualTo(Whole.Kind.IN_DOUBT);
        });
    assertThat(near.records().insert(List.of(T1))).containsExactly(List.of(BeginOutcome.ID_TAKEN));
    assertThat(balance()).isEqualTo(95_00);
  }

  @Test
  void oneThatIsNeverHeardKeepsNobodyWaiting() {
    Cutting cutting = new Cutting();
    through(
        cutting,
        store -> {
          cutting.cut(Cut.BEFORE_THE_SERVER_HAS_IT, COMMIT, 0, 1_000);
          assertThat(run(store)).isEqualTo(Whole.Kind.IN_DOUBT);
          assertThat(server.openTransactions()).isZero();
          assertThat(near.records().insert(List.of(T1)))
              .containsExactly(List.of(BeginOutcome.BEGUN));
        });
    assertThat(balance()).isEqualTo(100_00);
  }

  @Test
  void oneThatComesTooLateFindsItsIdTaken() {
    Late late = new Late();
    through(
        late,
        store -> {
          late.keep(COMMIT, 1_000);
          assertThat(run(store)).isEqualTo(Whole.Kind.IN_DOUBT);
          assertThat(isRecorded()).isFalse();
        });
    assertThat(balance()).isEqualTo(100_00);
  }

  /** As where a host ends while other threads of it are at work. */
  @Test
  void oneUnderWhichTheClientIsClosedIsInDoubt() {
    AtomicReference<MongoClient> closed = new AtomicReference<>();
    Route closing =
        (request, there) -> {
          WireMessage answer = there.ask(request);
          if (request.isOf(COMMIT) && closed.get() != null) {
            closed.get().close();
            return Optional.empty();
          }
          return Optional.of(answer);
        };
    try (Proxy proxy = Proxy.before(Servers.address(server.uri()), closing);
        MongoClient behind = proxy.client("socketTimeoutMS=5000")) {
      MongoStore store = store(behind);
      closed.set(behind);

      assertThat(run(store)).isEqualTo(Whole.Kind.IN_DOUBT);
    }
    assertThat(balance()).isEqualTo(95_00);
  }

  @Test
  void whatIsLostBeforeTheCommitHasNotHappened() {
    for (String command : List.of("find", "update")) {
      // it is short, so it is held by an update and its account is read then
      NewRecord record = NewRecord.alone(transfer("t1", "A", "B", usd("500")), Transfers.OWNER);
      Cutting cutting = new Cutting();
      through(
          cutting,
          store -> {
            cutting.cut(Cut.AFTER_THE_SERVER_HAS_DONE_IT, command, 0, 1_000);
            assertThat(store.records().tryWhole(record).kind())
                .as(command)
                .isEqualTo(Whole.Kind.NOT_RUN);
          });
      assertThat(balance()).as(command).isEqualTo(100_00);
      assertThat(isRecorded()).as(command).isFalse();
    }
  }
}
