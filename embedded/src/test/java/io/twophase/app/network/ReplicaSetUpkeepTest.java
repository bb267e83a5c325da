package io.twophase.app.network;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.app.event.Event;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Keeping;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What keeps a store in order, on a replica set whose primary fails again and again: two hosts
 * transfer, recover, number events and read them, make the evidence grow, and remove what has
 * ended. In the end each transfer happened once or never, as was answered; each is an event; and
 * each head of the evidence that anybody was shown is kept.
 */
class ReplicaSetUpkeepTest {

  private static final int ROUNDS = 250;
  private static final List<String> ACCOUNTS = List.of("A", "B", "C");
  private static final ConsumerName MAIL = new ConsumerName("mail");

  private final long seed = Seed.next("ReplicaSetUpkeepTest");
  private final Random random = new Random(seed);
  private final Replication lagging = Replication.lagging(seed);
  private final Replication failing = lagging.withFailoverEvery(25).withUnansweredOneIn(25);
  private final TransactionServer server = TransactionServer.start(lagging);
  private final MongoClient client = MongoClients.create(server.replicaSetUri());
  private final List<TwoPhase> hosts = new ArrayList<>();
  private final TwoPhase remover = TwoPhase.over(forgetful(store())).build();
  private final Map<String, TransferRequest> asked = new TreeMap<>();
  private final Map<TransactionId, Boolean> answered = new HashMap<>();
  private final Map<EventPosition, TransactionId> events = new HashMap<>();
  private final Map<Long, TreeHead> heads = new HashMap<>();

  @AfterEach
  void close() {
    hosts.forEach(TwoPhase::close);
    remover.close();
    client.close();
    server.close();
  }

  private MongoStore store() {
    return MongoStore.using(
        client,
        "bank",
        MongoStoreSettings.defaults()
            .withProbe(false)
            .withRetention(Retention.ofPass(Duration.ofDays(1)).get().withReceiptsForEver().get()));
  }

  /** It keeps what has ended for no longer than retention takes. */
  private static Store forgetful(Store store) {
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, call) ->
            method.equals("keeping")
                ? new Keeping(
                    Optional.of(Duration.ofMillis(1)),
                    store.records().keeping().receipts(),
                    store.records().keeping().mayHaveExpired(),
                    store.records().keeping().hasReceiptsOfAllRemoved())
                : call.make());
  }

  @Test
  void nothingIsLostOrDoubled() {
    MongoStore store = store();
    Books.open(store, 300, 300, 300);
    for (int at = 0; at < 2; at++) {
      hosts.add(TwoPhase.over(store()).build());
    }
    hosts.get(0).events().turnOn();
    hosts.get(0).evidence().turnOn();
    consume(hosts.get(0));
    server.become(failing);
    for (int round = 0; round < ROUNDS; round++) {
      try {
        act(hosts.get(random.nextInt(hosts.size())));
      } catch (StoreException noAnswer) {
        // nothing was promised
      }
    }
    server.become(lagging);

    TwoPhase last = hosts.get(0);
    recover(last);
    asked.values().forEach(request -> note(last.transfers().transfer(request)));
    while (consume(last) > 0) {}
    last.evidence().grow();

    assertThat(server.failovers()).isGreaterThan(10);
    System.out.println(asked.size() + " transfers, " + server.failovers() + " failovers");
    assertThat(events.values()).doesNotHaveDuplicates().containsAll(answered.keySet());
    heads.forEach((size, head) -> assertThat(last.evidence().head(size).get()).isEqualTo(head));
    assertThat(last.audit().run().findings()).isEmpty();
    assertThat(Books.balances(store)).isEqualTo(List.copyOf(expected().values()));
  }

  private void act(TwoPhase host) {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> note(host.transfers().transfer(request()));
      case 3 ->
          host.transfers()
              .transferAll(List.of(request(), request(), request()), Order.ANY)
              .forEach(this::note);
      case 4 -> recover(host);
      case 5 -> consume(host);
      case 6 -> {
        host.evidence().grow();
        TreeHead head = host.evidence().head();
        TreeHead before = heads.putIfAbsent(head.size(), head);
        assertThat(before == null || before.equals(head)).as(heads + " and " + head).isTrue();
      }
      default -> {
        // it comes a day or more after the end of a record: no read is older than that
        server.become(lagging);
        remover.retention().pass();
        server.become(failing);
      }
    }
  }

  /** A new one, or one that was asked before. */
  private TransferRequest request() {
    String id = "t" + random.nextInt(asked.size() + 3);
    int from = random.nextInt(ACCOUNTS.size());
    int to = (from + 1 + random.nextInt(ACCOUNTS.size() - 1)) % ACCOUNTS.size();
    return asked.computeIfAbsent(
        id,
        none -> Books.request(id, ACCOUNTS.get(from), ACCOUNTS.get(to), 1 + random.nextInt(150)));
  }

  /** What was certain once stays so. */
  private void note(TransactionOutcome outcome) {
    boolean isCertain =
        outcome.fold(applied -> true, refused -> true, unknown -> false, notAsked -> false);
    if (isCertain) {
      Boolean before = answered.put(outcome.id(), outcome.isApplied());
      assertThat(before == null || before == outcome.isApplied()).as(outcome.toString()).isTrue();
    }
  }

  private static void recover(TwoPhase host) {
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
  }

  private int consume(TwoPhase host) {
    int[] read = new int[1];
    host.events()
        .consume(
            MAIL,
            7,
            page -> {
              read[0] = page.size();
              page.forEach(this::met);
            });
    return read[0];
  }

  private void met(Event event) {
    TransactionId id =
        event
            .transaction()
            .fold(
                found -> found.record().id(),
                absent -> transactionId("absent " + absent.id()),
                unreadable -> transactionId("unreadable " + unreadable.id()),
                removed -> removed.receipt().id());
    TransactionId before = events.putIfAbsent(event.position(), id);
    assertThat(before == null || before.equals(id)).as(before + " was " + event).isTrue();
  }

  private Map<String, Long> expected() {
    Map<String, Long> balances = new TreeMap<>(Map.of("A", 300L, "B", 300L, "C", 300L));
    asked
        .values()
        .forEach(
            request -> {
              if (answered.get(request.id())) {
                balances.merge(request.source().value(), -request.amount().minor(), Long::sum);
                balances.merge(request.destination().value(), request.amount().minor(), Long::sum);
              }
            });
    return balances;
  }
}
