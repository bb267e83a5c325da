package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodsScreenTest {

  private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void thePeriodsAreListed() {
    assertThat(asked.get("/periods").text()).contains("There are no accounting periods.");
    bank.twophase.periods().open(TwoPhase.period("2026-10"), "");
    bank.twophase.periods().close(TwoPhase.period("2026-10"), "books are shut");
    bank.twophase.periods().open(TwoPhase.period("2026-11"), "");

    assertThat(asked.get("/api/v1/periods").json().path("periods"))
        .extracting(period -> period.path("state").asText())
        .containsExactly("closed", "open");
    assertThat(asked.get("/periods").text())
        .contains(
            "books are shut", "<a href=\"/document?collection&#x3D;periods&amp;id&#x3D;2026-10\">");
    assertThat(asked.get("/document?collection=periods&id=2026-10").status()).isEqualTo(200);
  }
}
