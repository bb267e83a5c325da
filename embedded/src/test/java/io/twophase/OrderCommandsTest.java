package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Money;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many commands requests cost where a server has one for several collections: transfers, and an
 * order of two accounts and two documents.
 */
class OrderCommandsTest {

  private final CommandRecorder recorder = new CommandRecorder();

  private static void pay(TwoPhase twophase, int order) {
    twophase
        .run(
            transaction("pay-" + order)
                .debit(account("A"), money("1.00", "USD"))
                .credit(account("B"), money("1.00", "USD"))
                .change(
                    document("orders", order),
                    where("status").equalTo("UnPaid"),
                    set("status", "Paid"))
                .insert(document("lines", "line-" + order), Map.of("order", order)))
        .orElseThrow();
  }

  private static TwoPhase withoutHeartbeat(MongoStore store) {
    return TwoPhase.over(
            Interceptor.before(
                Store.class,
                store,
                (method, asked, call) ->
                    method.equals("beat") ? MatchOutcome.MATCHED : call.make()))
        .build();
  }

  private List<String> commands(String uri, Consumer<TwoPhase> before, Consumer<TwoPhase> counted) {
    String database = "orders" + System.nanoTime();
    try (MongoClient client = recorder.client(uri);
        MongoStore store =
            MongoStore.using(client, database, MongoStoreSettings.defaults().withProbe(false));
        TwoPhase twophase = withoutHeartbeat(store)) {
      Books.open(store, 5_000, 0);
      before.accept(twophase);
      recorder.commands();
      counted.accept(twophase);
      List<String> commands = recorder.commands();
      client.getDatabase(database).drop();
      return commands;
    }
  }

  /** The first makes the collection of lines; with the second it is asked what it is like. */
  private static void createThreeAndPayTwo(TwoPhase twophase) {
    for (int order = 1; order <= 3; order++) {
      twophase
          .run(
              transaction("create-" + order)
                  .insert(document("orders", order), Map.of("status", "UnPaid")))
          .orElseThrow();
    }
    pay(twophase, 1);
    pay(twophase, 2);
  }

  @Test
  void anOrderIsFive() {
    assertThat(
            commands(
                Servers.tellingUri(),
                OrderCommandsTest::createThreeAndPayTwo,
                twophase -> pay(twophase, 3)))
        .containsExactly("insert", "bulkWrite", "bulkWrite", "bulkWrite", "bulkWrite");
  }

  /** It asks whether the id has happened, and reads the order; all else is as of an order. */
  @Test
  void aFunctionThatReadsAnOrderAndPaysItIsTwoReadsMore() {
    assertThat(
            commands(
                Servers.tellingUri(),
                OrderCommandsTest::createThreeAndPayTwo,
                OrderCommandsTest::payThirdByFunction))
        .containsExactly(
            "find", "find", "insert", "bulkWrite", "bulkWrite", "bulkWrite", "bulkWrite");
  }

  private static void payThirdByFunction(TwoPhase twophase) {
    Money price = money("1.00", "USD");
    twophase
        .transact(
            "pay-3",
            tx -> {
              DocumentSnapshot order = tx.get(document("orders", 3)).orElseThrow();
              tx.debit(account("A"), price);
              tx.credit(account("B"), price);
              tx.put(order.with("status", "Paid"));
              tx.insert(document("lines", "line-3"), Map.of("order", 3));
              return null;
            })
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void transfersAreFiveAndInOrderAskedAgainTwo(int count) {
    List<TransferRequest> all =
        IntStream.range(0, count).mapToObj(at -> Books.request("t" + at, 1)).toList();
    Consumer<TwoPhase> inAnyOrder = twophase -> twophase.transfers().transferAll(all, Order.ANY);
    Consumer<TwoPhase> inOrder = twophase -> twophase.transfers().transferAll(all, Order.AS_GIVEN);

    assertThat(commands(Servers.tellingUri(), twophase -> {}, inAnyOrder)).hasSize(5);
    assertThat(commands(Servers.tellingUri(), inOrder, inOrder)).hasSize(2);
  }
}
