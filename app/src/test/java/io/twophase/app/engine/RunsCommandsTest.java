package io.twophase.app.engine;

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
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The number of commands that the engine sends to a server with one for several collections. */
class RunsCommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  private final CommandRecorder recorder = new CommandRecorder();

  private static NewTransaction transfer(int number) {
    return transaction("t" + number)
        .debit(account("customer"), money("0.01", "USD"))
        .credit(account("shop"), money("0.01", "USD"))
        .transaction()
        .get();
  }

  private static NewTransaction order(int number) {
    return order(transaction("pay-" + number), number).transaction().get();
  }

  private static TransactionRequest order(TransactionRequest request, int number) {
    return request
        .debit(account("customer"), money("1.00", "USD"))
        .credit(account("shop"), money("1.00", "USD"))
        .change(document("orders", number), where("status").is("UnPaid"), set("status", "Paid"))
        .insert(document("lines", "line-" + number), Map.of("order", number));
  }

  private List<String> commands(List<NewTransaction> before, List<NewTransaction> counted) {
    return commands(world -> before.forEach(world::run), counted, false);
  }

  private List<String> commands(
      Consumer<RecordWorld> before, List<NewTransaction> counted, boolean inOrder) {
    try (MongoClient client = recorder.client(Servers.tellingUri());
        MongoStore store =
            MongoStore.using(
                client,
                FRESH.database().getName(),
                MongoStoreSettings.defaults().withProbe(false))) {
      RecordWorld world = RecordWorld.of(store, FRESH);
      world.fill(
          List.of(
              Fixtures.account("customer").opening(Fixtures.cents(5_000)),
              Fixtures.account("shop").opening(Fixtures.cents(0))),
          Map.of());
      for (int number = 1; number <= 3; number++) {
        FRESH.host(document("orders", number), Fields.of(Map.of("status", "UnPaid")));
      }
      before.accept(world);
      recorder.commands();

      run(world, counted, inOrder)
          .forEach(
              (id, answer) ->
                  assertThat(answer.result().kind())
                      .as(id.toString())
                      .isEqualTo(Result.Kind.APPLIED));

      return recorder.commands();
    }
  }

  private static Map<TransactionId, Runs.Answer> run(
      RecordWorld world, List<NewTransaction> asked, boolean inOrder) {
    return RecordWorld.answers(world.runs().run(asked, inOrder, WaitPolicy.PAUSE, decided -> {}));
  }

  @Test
  void aTransferIsFive() {
    assertThat(commands(List.of(transfer(1)), List.of(transfer(2)))).hasSize(5);
  }

  /** The first makes the collection of lines; with the second it is asked what it is like. */
  @Test
  void anOrderOfTwoAccountsAndTwoDocumentsIsFive() {
    assertThat(commands(List.of(order(1), order(2)), List.of(order(3)))).hasSize(5);
  }

  @Test
  void aBatchOfAHundredIsFive() {
    assertThat(commands(List.of(), hundred())).hasSize(5);
  }

  /** Its members and their record are read, as when an import that was killed is run again. */
  @Test
  void aBatchInOrderThatHasEndedIsTwo() {
    assertThat(commands(world -> run(world, hundred(), true), hundred(), true)).hasSize(2);
  }

  private static List<NewTransaction> hundred() {
    return IntStream.range(0, 100).mapToObj(RunsCommandsTest::transfer).toList();
  }
}
