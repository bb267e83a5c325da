package io.twophase.console.screen;

import static io.twophase.console.testing.Bank.A;
import static io.twophase.console.testing.Bank.payment;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.account.StatusChange;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountScreenTest {

  private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void theBalanceIsAnIntervalWhileSomethingIsHeld() {
    bank.dies(WriteKind.HOLD, payment("pay-7", "12.50"));

    JsonNode account = asked.get("/api/v1/account?id=A").json().path("account");

    assertThat(account.path("lowest").asText()).isEqualTo("87.50");
    assertThat(account.path("highest").asText()).isEqualTo("100.00");
    assertThat(account.path("holds").get(0).path("link").asText())
        .isEqualTo("/transaction?id=pay-7");
    assertThat(asked.get("/account?id=A").text())
        .contains(
            "<dt>May become, by what is held</dt><dd>87.50 to 100.00 USD</dd>",
            "<a href=\"/transaction?id&#x3D;pay-7\"><code>pay-7</code></a>",
            "href=\"/account/statement?id&#x3D;A\"")
        .doesNotContain("freeze");
  }

  @Test
  void operatorsAreLedToWhatTheyMayDo() {
    Asked operator = bank.asked(settings -> settings.withActions(true));

    assertThat(operator.get("/account?id=A").text())
        .contains("Nothing is held of it.", "/account/freeze?id&#x3D;A");
    bank.twophase.accounts().change(A, StatusChange.FREEZE);
    assertThat(operator.get("/account?id=A").text()).contains("/account/unfreeze?id&#x3D;A");
  }

  @Test
  void thereMayBeNone() {
    assertThat(asked.get("/account?id=C").status()).isEqualTo(404);
    bank.store.unreadables().plant(Unreadables.Kind.ACCOUNT, "A");
    assertThat(asked.get("/account?id=A").text()).contains("It cannot be read");
  }
}
