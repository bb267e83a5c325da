package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Placing;
import io.twophase.ports.Records;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many commands whole transfers cost, one and many, and those that are refused. */
class CommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private final CommandRecorder recorder = new CommandRecorder();
  private MongoClient client = recorder.client();

  @AfterEach
  void close() {
    client.close();
  }

  private Holding opened(FreshDatabase fresh) {
    MongoStore store =
        MongoStore.using(client, fresh.database().getName(), MongoStoreSettings.defaults());
    Transfers.open(store);
    recorder.commands();
    recorder.writes();
    return new Holding(store);
  }

  private static void run(Holding holding, List<String> ids) {
    Records records = holding.store().records();
    List<Placing> holds = ids.stream().flatMap(id -> Transfers.holds(id).stream()).toList();
    records.insert(ids.stream().map(Transfers::begun).toList());
    holding.held(holds);
    records.move(ids.stream().map(id -> decide(id, 1)).toList());
    holding.settle(holds);
    records.move(ids.stream().map(Transfers::finish).toList());
  }

  /** Each is held, settled and moved by writes of its own: a batch of one record has fewer. */
  @Test
  void aTransferIsFiveCommandsAndSoAreTenOfThem() {
    Holding holding = opened(FRESH);

    run(holding, List.of("t1"));
    assertThat(recorder.commands())
        .containsExactly("insert", "update", "update", "update", "update");
    recorder.writes();

    run(holding, IntStream.range(0, 10).mapToObj(n -> "u" + n).toList());
    assertThat(recorder.commands())
        .containsExactly("insert", "update", "update", "update", "update");
    assertThat(recorder.writes()).isEqualTo(7 * 10);
  }

  @Test
  void whereEachIsToldToo() {
    client.close();
    client = recorder.client(Servers.tellingUri());

    run(opened(TELLING), List.of("t1"));

    assertThat(recorder.commands())
        .containsExactly("insert", "bulkWrite", "bulkWrite", "bulkWrite", "bulkWrite");
  }

  @Test
  void onAReplicaSetEachAccountThatRefusesIsOneConfirmingReadMore() {
    try (FaultyServer server = FaultyServer.replicaSet();
        MongoClient replicaSet = recorder.client(server.uri(""))) {
      Holding there =
          new Holding(
              MongoStore.using(replicaSet, "bank", MongoStoreSettings.defaults().withProbe(false)));
      Transfers.open(there.store());
      recorder.commands();

      there.place(debit("t1", "A", 500_00));
      assertThat(recorder.commands()).containsExactly("update", "find", "find");

      there.place(
          List.of(debit("t2", "A", 500_00), debit("t2", "B", 1), debit("t3", "nowhere", 1)));
      assertThat(recorder.commands()).containsExactly("update", "find", "find", "find", "find");
    }
  }

  @Test
  void ofManyThatAnAccountCannotTakeTogetherAsManyAreHeldAsFit() {
    Holding holding = opened(FRESH);
    List<Placing> asked = IntStream.range(0, 5).mapToObj(n -> debit("t" + n, "A", 30_00)).toList();

    assertThat(holding.place(asked))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.HELD, Answer.Kind.SHORT);
    assertThat(holding.account("A").holds()).hasSize(3);
  }

  @Test
  void aHoldThatItsAccountWouldTakeByNowIsSentAgainUntilItDoes() {
    Holding holding = opened(FRESH);
    List<Placing> before = List.of(holding.held(debit("before", "A", 100_00)));
    recorder.commands();
    Holding other = new Holding(FRESH.store());
    recorder.afterEach("update", () -> other.release(before));

    holding.held(Transfers.holds("t1").get(0));
    assertThat(recorder.commands()).containsExactly("update", "find", "update");
  }
}
