package io.twophase.cli.transaction;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.TransactionContext;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.embedded.EmbeddedServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code tx show} of functions, which no command runs. */
class FunctionsShownTest {

  private static final DocumentRef ORDER = document("orders", 7);

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  /** The function is in conflict once, and happens then. */
  @BeforeEach
  void pay() {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).mapper(DocumentMapper.byDefaultCodecs()).build()) {
      twophase.run(transaction("create").insert(ORDER, Map.of("status", "UnPaid"))).orElseThrow();
      var unused = twophase.transact("pay-7", String.class, tx -> pay(twophase, tx)).orElseThrow();
    }
  }

  private static String pay(TwoPhase twophase, TransactionContext tx) {
    DocumentSnapshot order = tx.get(ORDER).orElseThrow();
    if (!order.has("packed")) {
      twophase
          .run(transaction("pack").change(ORDER, FieldChange.set("packed", true)))
          .orElseThrow();
    }
    tx.put(order.with("status", "Paid"));
    return "paid order 7";
  }

  @AfterEach
  void close() {
    server.close();
  }

  private CommandRun show(String... words) {
    return CommandRun.on(server.uri(), words);
  }

  @Test
  void aFunctionIsShownWithItsAttemptsAndWhatItReturned() {
    assertThat(show("tx", "show", "pay-7").out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "state canceled",
            "function pay-7, attempt 1",
            "returned \"paid order 7\"",
            "attempt pay-7 canceled document orders 7: expected that packed is as it was read, found"
                + " true",
            "attempt pay-7~2 done");
  }

  @Test
  void andForMachines() {
    JsonNode function = show("--json", "tx", "show", "pay-7").json().get("function");
    assertThat(function.get("id").asText()).isEqualTo("pay-7");
    assertThat(function.get("attempt").asInt()).isEqualTo(1);
    assertThat(function.get("returned").asText()).isEqualTo("paid order 7");
    assertThat(function.get("attempts"))
        .extracting(attempt -> attempt.get("id").asText() + " " + attempt.get("state").asText())
        .containsExactly("pay-7 canceled", "pay-7~2 done");
    assertThat(function.get("attempts").get(0).get("reason").get("kind").asText())
        .isEqualTo("GuardFailed");
  }

  @Test
  void aLaterAttemptIsShownWithItsFunction() {
    JsonNode function = show("--json", "tx", "show", "pay-7~2").json().get("function");
    assertThat(function.toString())
        .isEqualTo("{\"id\":\"pay-7\",\"attempt\":2,\"returned\":\"paid order 7\"}");
  }
}
