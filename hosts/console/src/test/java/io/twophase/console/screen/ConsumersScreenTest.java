package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.ConsumerName;
import io.twophase.test.fault.Unreadables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumersScreenTest {

  private final Bank bank = new Bank();
  private final Asked asked = bank.asked();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void theConsumersAndTheirLagAreListed() {
    assertThat(asked.get("/consumers").text())
        .contains("There are no consumers.", "off: what is decided now never becomes an event");
    bank.twophase.events().turnOn();
    bank.pay("pay-7", "1");
    bank.twophase.events().consume(new ConsumerName("mail"), 10, page -> {});
    bank.pay("pay-8", "1");
    bank.pay("pay-9", "1");

    assertThat(
            asked.get("/api/v1/consumers").json().path("consumers").get(0).path("behind").asLong())
        .as("the console gives no numbers")
        .isZero();
    bank.twophase.events().number();
    assertThat(asked.get("/consumers").text())
        .contains("<th scope=\"row\">mail</th><td>1</td><td>2</td>");
  }

  @Test
  void oneThatCannotBeReadIsNamed() {
    bank.twophase.events().turnOn();
    bank.twophase.events().consume(new ConsumerName("mail"), 10, page -> {});
    bank.store.unreadables().plant(Unreadables.Kind.CONSUMER, "mail");

    assertThat(asked.get("/consumers").text()).contains("class=\"warn\"", "mail");
  }
}
