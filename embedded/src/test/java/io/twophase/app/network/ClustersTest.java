package io.twophase.app.network;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Document;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Value;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Money in the west and orders in the east")
class ClustersTest {

  private static final AccountId CUSTOMER = account("customer");
  private static final AccountId SHOP = account("shop");
  private static final CollectionName ORDERS = CollectionName.of("orders").onCluster("east");
  private static final DocumentRef ORDER = ORDERS.document(7);

  private final Side west = new Side();
  private final Side east = new Side();
  private final MongoStore home =
      MongoStore.using(
          west.client,
          "bank",
          MongoStoreSettings.defaults().withProbe(false).withClusterName("west"));
  private final Store store =
      home.withClusters(
          Map.of(
              "east",
              ParticipantCluster.using(
                  "east", east.client, "shop", MongoStoreSettings.defaults().withProbe(false))));
  private final TwoPhase twophase = twoPhase(store);

  /** A server of its own, which can be cut off. */
  private static final class Side {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private volatile Predicate<WireCommand> cut = ClustersTest::nothing;
    private final Proxy proxy =
        Proxy.before(
            server.bind(),
            (request, upstream) ->
                cut.test(WireCommand.of(request))
                    ? Optional.empty()
                    : Optional.of(upstream.ask(request)));
    private final MongoClient client = StormServer.ofCuts(proxy.uri());

    void close() {
      client.close();
      proxy.close();
      server.shutdownNow();
    }
  }

  private static boolean nothing(WireCommand command) {
    return false;
  }

  private static TwoPhase twoPhase(Store over) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withPatience(Duration.ofMillis(300))
            .withStuckAfter(Duration.ofMillis(100));
    return TwoPhase.over(over).settings(new TwoPhaseSettings(engine, 10)).build();
  }

  @BeforeEach
  void open() {
    twophase.accounts().open(CUSTOMER, money("50.00", "USD"));
    twophase.accounts().open(SHOP, money("0.00", "USD"));
    twophase.run(transaction("create").insert(ORDER, Map.of("status", "UnPaid"))).orElseThrow();
  }

  @AfterEach
  void close() {
    twophase.close();
    west.close();
    east.close();
  }

  @Test
  @DisplayName("change together")
  void bothSides() {
    assertThat(twophase.run(pay("pay")).isApplied()).isTrue();
    assertThat(twophase.run(pay("again")).isApplied()).isFalse();

    assertPaid();
    assertThat(store.home().name()).isEqualTo("west:bank.transactions");
  }

  @Test
  @DisplayName("neither change while the east is cut off; then the same request does")
  void theEastIsCutOffBeforeTheDecision() {
    east.cut = command -> command.isWrite() || command.isRead();
    assertThat(twophase.run(pay("pay"))).isInstanceOf(TransactionOutcome.Unknown.class);
    assertThat(balance(SHOP)).isZero();

    east.cut = ClustersTest::nothing;
    assertThat(twophase.run(pay("pay")).isApplied()).isTrue();
    assertPaid();
  }

  @Test
  @DisplayName("are finished by recovery where the east is cut off after the decision")
  void theEastIsCutOffAfterTheDecision() {
    east.cut = WireCommand::mayBeRepeated;
    TransactionOutcome outcome = twophase.run(pay("pay"));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            TransactionOutcome.Applied.class, applied -> assertThat(applied.finished()).isFalse());
    assertThat(order().holds()).hasSize(1);

    east.cut = ClustersTest::nothing;
    recover();
    assertPaid();
  }

  @Test
  @DisplayName("are decided by recovery where the west was cut off at the decision")
  void theWestIsCutOff() {
    west.cut = command -> command.onRecords() && !command.name().equals("insert");
    assertThat(twophase.run(pay("pay"))).isInstanceOf(TransactionOutcome.Unknown.class);
    assertThat(order().holds()).hasSize(1);

    west.cut = ClustersTest::nothing;
    recover();
    assertPaid();
  }

  @Test
  @DisplayName("are refused by name to who knows no east")
  void unknownCluster() {
    try (TwoPhase other = twoPhase(home)) {
      assertThat(other.run(pay("pay")))
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused -> assertThat(refused.reason().message()).contains("east:orders"));
    }
    assertThat(balance(CUSTOMER)).isEqualTo(5000);
  }

  @Test
  @DisplayName("stay decided until one finishes them who knows the east")
  void recoveryThatKnowsNoEast() {
    DocumentRef receipts = CollectionName.of("receipts").document("all");
    twophase.run(transaction("receipts").insert(receipts, Map.of("last", 0))).orElseThrow();
    east.cut = WireCommand::mayBeRepeated;
    west.cut = command -> command.collection().equals("receipts") && command.mayBeRepeated();
    assertThat(
            twophase.run(
                transaction("pay")
                    .change(receipts, where("last").equalTo(0), set("last", 7))
                    .change(ORDER, where("status").equalTo("UnPaid"), set("status", "Paid"))))
        .isInstanceOf(TransactionOutcome.Applied.class);
    east.cut = ClustersTest::nothing;
    west.cut = ClustersTest::nothing;

    List<Recovered> seen = new ArrayList<>();
    MongoStore alone =
        MongoStore.using(west.client, "bank", MongoStoreSettings.defaults().withProbe(false));
    try (TwoPhase other = twoPhase(alone)) {
      other.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), seen::add);
      other.scrub().run(orphan -> {}, left -> {});
    }
    assertThat(seen)
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class, left -> assertThat(left.why()).contains("cluster east"));
    assertThat(state("pay")).isEqualTo(State.APPLIED);
    assertThat(document(receipts).holds()).isEmpty();
    assertThat(order().holds()).hasSize(1);

    recover();
    assertThat(state("pay")).isEqualTo(State.DONE);
    assertThat(order().fields().get("status")).contains(new Value.Text("Paid"));
    assertThat(twophase.audit().run().findings()).isEmpty();
  }

  private State state(String id) {
    return store
        .records()
        .findMembers(List.of(new TransactionId(id)))
        .get(0)
        .transaction()
        .orElseThrow()
        .state();
  }

  private static TransactionRequest pay(String id) {
    return transaction(id)
        .debit(CUSTOMER, money("20.00", "USD"))
        .credit(SHOP, money("20.00", "USD"))
        .change(ORDER, where("status").equalTo("UnPaid"), set("status", "Paid"));
  }

  private void recover() {
    twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
  }

  private void assertPaid() {
    assertThat(order().fields().get("status")).contains(new Value.Text("Paid"));
    assertThat(order().holds()).isEmpty();
    assertThat(balance(SHOP)).isEqualTo(2000);
    assertThat(balance(CUSTOMER)).isEqualTo(3000);
    assertThat(twophase.audit().run().findings()).isEmpty();
  }

  private Document order() {
    return document(ORDER);
  }

  private Document document(DocumentRef ref) {
    return new DocumentWrites(store).read(ref).orElseThrow();
  }

  private long balance(AccountId id) {
    return ((AccountLookup.Found) twophase.accounts().find(id)).account().balance().minor();
  }
}
