package io.twophase.cli.view;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.embedded.EmbeddedServer;
import io.vavr.control.Option;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a batch holds of an account is shown, and counted with what is pending. */
class RangeViewsTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @BeforeEach
  void hold() {
    CommandRun.on(server.uri(), "account", "open", "A", "--balance", "5");
    Target account = new Target.OfAccount(accountId("A"));
    Range range = new Range(300, 120, Option.some(500L), Option.none());
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      store
          .holds()
          .place(
              List.of(
                  new Placing(
                      new RecordId("batch:7"),
                      epoch(2),
                      new Claim.OfRange(account, new Scale.Money(USD), range, true))));
      store
          .holds()
          .place(
              List.of(
                  new Placing(
                      RecordId.of(transactionId("t")),
                      epoch(1),
                      new Claim.OfRange(account, new Scale.Money(USD), Range.whole(0, 5), false))));
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void machinesAreToldOfIt() {
    JsonNode account = CommandRun.on(server.uri(), "--json", "account", "show", "A").json();

    assertThat(account.get("available").asText()).isEqualTo("2.00");
    assertThat(account.get("pendingDebits").asText()).isEqualTo("3.00");
    assertThat(account.get("pendingCredits").asText()).isEqualTo("1.25");
    assertThat(account.get("holds")).hasSize(2);
    assertThat(account.get("holds").get(1).toString())
        .isEqualTo("{\"batch\":\"batch:7\",\"epoch\":2,\"debit\":\"3.00\",\"credit\":\"1.20\"}");
  }

  @Test
  void peopleAreToldOfIt() {
    assertThat(CommandRun.on(server.uri(), "account", "show", "A").out())
        .contains("up to 3.00 out and 1.20 in for batch:7 at epoch 2");
    assertThat(CommandRun.on(server.uri(), "account", "list").out())
        .containsPattern("A +active +5.00 USD +2.00 +3.00 +1.25 +2");
  }

  @Test
  void theAccountIsNotClosedUnderIt() {
    assertThat(CommandRun.on(server.uri(), "account", "freeze", "A").exitCode()).isZero();
    CommandRun close = CommandRun.on(server.uri(), "account", "close", "A");
    assertThat(close.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(close.complaints()).singleElement().asString().contains("2 holds");
  }
}
