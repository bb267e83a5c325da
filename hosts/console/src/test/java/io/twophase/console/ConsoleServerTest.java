package io.twophase.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.testing.Bank;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The console behind the JDK's server. */
class ConsoleServerTest {

  @AutoClose private final Bank bank = new Bank();
  private final Console local = bank.console(ConsoleSettings.of(Access.local("me")));

  @Test
  void aPageIsServed() throws Exception {
    bank.pay("pay-7", "3");
    try (ConsoleServer server = ConsoleServer.start(local, "127.0.0.1", 0)) {
      HttpResponse<String> page =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(server.uri().resolve("transaction?id=pay-7")).build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).contains("pay-7", "done");
      assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
    }
  }

  @Test
  void withoutTokensNoOtherMachineReachesIt() {
    assertThatThrownBy(() -> ConsoleServer.start(local, "0.0.0.0", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0.0.0.0 can be reached from other machines: a console there needs tokens");
  }

  @Test
  void withTokensOthersMay() throws Exception {
    Access tokens =
        new TokenAccess(
            List.of(
                new TokenAccess.Token(
                    new Caller("ann", Role.VIEWER), "a-token-of-twenty-characters")));

    try (ConsoleServer server =
        ConsoleServer.start(bank.console(ConsoleSettings.of(tokens)), "0.0.0.0", 0)) {
      assertThat(server.uri().getPort()).isPositive();
    }
  }
}
