package io.twophase.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.embedded.EmbeddedServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A document is shown")
class DocCommandTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoStore store =
      MongoStore.open(server.uri(), MongoStoreSettings.defaults().withProbe(false));

  @BeforeEach
  void create() {
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase
          .run(
              TwoPhase.transaction("create")
                  .insert(TwoPhase.document("orders", "o1"), Map.of("status", "UnPaid"))
                  .insert(TwoPhase.document("orders", 7), Map.of("total", 5L)))
          .orElseThrow();
    }
  }

  @AfterEach
  void close() {
    store.close();
    server.close();
  }

  @Test
  void thatIsHeldAndNotDecided() {
    TransactionRequest pay =
        TwoPhase.transaction("pay")
            .change(TwoPhase.document("orders", "o1"), FieldChange.set("status", "Paid"))
            .insert(TwoPhase.document("payments", "p1"), Map.of("order", "o1"));
    begin(pay);

    JsonNode order = run("doc", "show", "orders", "o1", "--json").json();
    assertThat(order.get("document").get("status").asText()).isEqualTo("UnPaid");
    assertThat(order.get("stored").get("pendingTransactions").toString())
        .isEqualTo("[{\"id\":\"pay\",\"epoch\":1,\"mode\":\"exclusive\"}]");
    assertThat(order.get("holds").toString())
        .isEqualTo(
            "[{\"transaction\":\"pay\",\"state\":\"pending\",\"mode\":\"exclusive\",\"epoch\":1}]");
    CommandRun payment = run("doc", "show", "payments", "p1");
    assertThat(payment.exitCode()).isZero();
    assertThat(payment.out())
        .contains(
            "as decided  no document", "\"placeholder\": true", "held by     transaction pay,")
        .contains("pending  exclusive  epoch 1");
  }

  @Test
  void thatIsDecidedAndNotSettled() {
    TransactionRequest pay =
        TwoPhase.transaction("pay")
            .change(TwoPhase.document("orders", "o1"), FieldChange.set("status", "Paid"));
    begin(pay);
    new OtherProcess(store).decide(pay.transaction().get());

    JsonNode order = run("doc", "show", "orders", "o1", "--json").json();
    assertThat(order.get("document").get("status").asText()).isEqualTo("Paid");
    assertThat(order.get("stored").get("status").asText()).isEqualTo("UnPaid");
    assertThat(order.get("holds").get(0).get("state").asText()).isEqualTo("applied");
  }

  private void begin(TransactionRequest request) {
    NewTransaction body = request.transaction().get();
    new OtherProcess(store).begin(body).hold(body);
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(server.uri(), arguments);
  }
}
