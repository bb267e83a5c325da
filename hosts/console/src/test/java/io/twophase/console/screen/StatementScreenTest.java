package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.transaction.Labels;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StatementScreenTest {

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @Test
  void itAsksBeforeItReadsEveryTransaction() {
    bank.pay("pay-7", "12.50");

    Asked.Reply page = asked.get("/account/statement?id=A&from=2026-11-01");

    assertThat(page.text())
        .contains(
            "It reads every transaction of the store, which may take long",
            "<input type=\"hidden\" name=\"from\" value=\"2026-11-01\">",
            "Read every transaction")
        .doesNotContain("pay-7");
    assertThat(asked.get("/api/v1/account/statement?id=A").json().path("scan").path("parameter"))
        .hasToString("\"scan=yes\"");
    assertThat(asked.get("/account/statement.csv?id=A").status()).isEqualTo(400);
    assertThat(asked.get("/account/balance?id=A&at=2026-11-02").text())
        .contains("Read every transaction");
  }

  @Test
  void theLinesAndBalancesAreShown() {
    bank.pay("pay-7", "12.50");
    bank.clock.advance(Duration.ofMinutes(5));
    bank.pay("pay-8", "0.50");

    Asked.Reply page = asked.get("/account/statement?id=A&scan=yes");

    assertThat(page.text())
        .contains(
            "These figures are certain.",
            "<dt>Opening balance</dt><dd>100.00 USD</dd>",
            "<dt>Closing balance</dt><dd>87.00 USD</dd>",
            "<a href=\"/transaction?id&#x3D;pay-7\"><code>pay-7</code></a>",
            "-12.50",
            "/account/statement.csv?id&#x3D;A&amp;scan&#x3D;yes")
        .doesNotContain("Page 1");
    JsonNode json =
        asked.get("/api/v1/account/statement?id=A&scan=yes&to=2026-11-01T08:02:00Z").json();
    assertThat(json.path("lines")).hasSize(1);
    assertThat(json.path("closing").asText()).isEqualTo("87.50");
  }

  @Test
  void aHundredLinesAreAPage() {
    for (int at = 0; at < 103; at++) {
      bank.clock.advance(Duration.ofMillis(1));
      bank.pay("pay-" + at, "0.01");
    }

    Asked.Reply second = asked.get("/account/statement?id=A&scan=yes&page=2");

    assertThat(second.text())
        .contains(
            "Page 2 of 2",
            "Balance before this page</th><td class=\"money\">99.00</td>",
            "Balance after this page</th><td class=\"money\">98.97</td>",
            "rel=\"prev\"")
        .doesNotContain("pay-99<", "rel=\"next\"");
    assertThat(asked.get("/api/v1/account/statement?id=A&scan=yes").json().path("lines"))
        .hasSize(100);
  }

  @Test
  void theFileHasNoFormulas() {
    bank.twophase.run(
        Bank.payment("pay-7", "12.50")
            .labelled(new Labels(Optional.of("=HYPERLINK(\"x\")"), Map.of())));

    Asked.Reply file = asked.get("/account/statement.csv?id=A&scan=yes");

    assertThat(file.response().headers())
        .containsEntry("Content-Type", "text/csv; charset=utf-8")
        .containsEntry("Content-Disposition", "attachment; filename=\"statement-A.csv\"");
    assertThat(file.text())
        .startsWith("bookedAt,valueDate,transaction,reference,counterAccounts,debit,credit,amount")
        .contains(",pay-7,\"'=HYPERLINK(\"\"x\"\")\",B,12.50,,-12.50,87.50,USD,");
  }

  @Test
  void theBalanceAtAMoment() {
    bank.pay("pay-7", "12.50");
    bank.clock.advance(Duration.ofMinutes(5));
    bank.pay("pay-8", "0.50");

    assertThat(asked.get("/account/balance?id=A").text()).contains("Show the balance");
    assertThat(asked.get("/account/balance?id=A&at=2026-11-01T08:02:00Z&scan=yes").text())
        .contains("it had <strong class=\"money\">87.50 USD</strong>, as decided.");
  }

  @Test
  void wrongParametersAreNamed() {
    assertThat(asked.get("/account/statement?id=A&from=yesterday").text())
        .contains("from yesterday is neither a day such as 2026-11-01");
    assertThat(asked.get("/account/statement?id=A&from=2026-11-02&to=2026-11-01").status())
        .isEqualTo(400);
    assertThat(asked.get("/account/statement?id=A&page=0").status()).isEqualTo(400);
    assertThat(asked.get("/account/statement?id=C&scan=yes").status()).isEqualTo(404);
  }
}
