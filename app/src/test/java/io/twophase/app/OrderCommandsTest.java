package io.twophase.app;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many commands an order costs that is paid: a debit, a credit, a change and an insert. */
class OrderCommandsTest {

  private final CommandRecorder recorder = new CommandRecorder();

  private static TransactionRequest pay(int order) {
    return transaction("pay-" + order)
        .debit(account("customer"), money("1.00", "USD"))
        .credit(account("shop"), money("1.00", "USD"))
        .change(document("orders", order), where("status").is("UnPaid"), set("status", "Paid"))
        .insert(document("lines", "line-" + order), Map.of("order", order));
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

  private List<String> commandsOfAnOrder(String uri) {
    String database = "orders" + System.nanoTime();
    try (MongoClient client = recorder.client(uri);
        MongoStore store =
            MongoStore.using(client, database, MongoStoreSettings.defaults().withProbe(false));
        TwoPhase twophase = withoutHeartbeat(store)) {
      twophase.accounts().open(account("customer"), money("50.00", "USD"));
      twophase.accounts().open(account("shop"), money("0.00", "USD"));
      for (int order = 1; order <= 3; order++) {
        twophase
            .run(
                transaction("create-" + order)
                    .insert(document("orders", order), Map.of("status", "UnPaid")))
            .orElseThrow();
      }
      // the first makes the collection of lines; with the second it is asked what it is like
      twophase.run(pay(1)).orElseThrow();
      twophase.run(pay(2)).orElseThrow();
      recorder.commands();

      twophase.run(pay(3)).orElseThrow();

      List<String> commands = recorder.commands();
      client.getDatabase(database).drop();
      return commands;
    }
  }

  @Test
  void itIsFiveWhereAServerHasOneForSeveralCollections() {
    assertThat(commandsOfAnOrder(Servers.tellingUri()))
        .containsExactly("insert", "bulkWrite", "bulkWrite", "bulkWrite", "bulkWrite");
  }

  /** Accounts, orders and lines are held in a command each, and settled in one each. */
  @Test
  void itIsNineWhereItHasNone() {
    assertThat(commandsOfAnOrder(Servers.inProcessUri()))
        .containsExactly(
            "insert", "update", "insert", "update", "update", "update", "update", "update",
            "update");
  }
}
