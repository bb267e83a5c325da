package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.TransactionId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchScreenTest {

  private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void itsMembersAreShownAHundredAtATime() {
    List<TransferRequest> many =
        IntStream.range(0, 150)
            .mapToObj(
                at ->
                    new TransferRequest(
                        new TransactionId("pay-%03d".formatted(at)),
                        Bank.A,
                        Bank.B,
                        Bank.usd(at == 7 ? "1000" : "0.01")))
            .toList();
    bank.twophase.transfers().transferAll(many, Order.ANY);
    String batch =
        asked
            .get("/api/v1/transaction?id=pay-001")
            .json()
            .path("transaction")
            .path("batch")
            .asText();

    JsonNode json = asked.get("/api/v1/batch?id=" + batch).json();

    assertThat(json.path("pages").asInt()).isEqualTo(2);
    assertThat(json.path("batch").path("members")).hasSize(100);
    assertThat(asked.get("/batch?id=" + batch).text())
        .contains(
            "It decides 150 transactions at once.",
            "Page 1 of 2",
            "pay-007</code></a></td><td><span class=\"state canceled\">canceled</span>",
            "decided: it happens");
    assertThat(asked.get("/batch?id=" + batch + "&page=2").text())
        .contains("pay-149")
        .doesNotContain("pay-007");
    assertThat(asked.get("/transaction?id=pay-001").text())
        .contains("<dt>Batch</dt><dd><a href=\"/batch?id&#x3D;batch%3A");
  }

  @Test
  void thereMayBeNone() {
    assertThat(asked.get("/batch?id=batch:x").status()).isEqualTo(404);
    assertThat(asked.get("/batch?id=pay-7").status()).isEqualTo(400);
  }
}
