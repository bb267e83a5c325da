package io.twophase.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that sign in, and requests of a browser that no scene can send. */
class AccessTest {

  private static final String SECRET = "c29tZS1sb25nLXNlY3JldA";
  private static final String FREEZE = "/account/freeze";
  private static final Map<String, String> FIELDS =
      Map.of("id", "A", "action", "a1", "reason", "fraud");

  @AutoClose private final Bank bank = new Bank();

  private Asked local() {
    return bank.asked(settings -> settings.withActions(true));
  }

  private Asked withTokens(Role role) {
    Access tokens =
        new TokenAccess(List.of(new TokenAccess.Token(new Caller("ann", role), SECRET)));
    return new Asked(bank.console(ConsoleSettings.of(tokens).withActions(true)));
  }

  @Test
  void aPersonSignsInOnce() {
    Asked console = withTokens(Role.OPERATOR);
    assertThat(console.get("/actions").response().headers())
        .containsEntry("Location", "/sign-in?to=%2Factions%3F");
    assertThat(console.postBare("/sign-in", Map.of("token", "wrong")).status()).isEqualTo(403);

    String cookie = signIn(console);

    assertThat(cookie).contains("HttpOnly", "SameSite=Lax").doesNotContain(SECRET);
    console.with("Cookie", cookie.substring(0, cookie.indexOf(';')));
    assertThat(console.get("/actions").text()).contains("ann, operator");
    assertThat(console.post(FREEZE, FIELDS).status()).isEqualTo(303);
  }

  private static String signIn(Asked console) {
    return console
        .postBare("/sign-in", Map.of("token", SECRET))
        .response()
        .headers()
        .get("Set-Cookie");
  }

  @Test
  void aSessionEndsAndCannotBeForged() {
    Asked console = withTokens(Role.VIEWER);
    String cookie = signIn(console);
    String session = cookie.substring(0, cookie.indexOf(';'));

    assertThat(
            console.with("Cookie", session.replace("VIEWER", "OPERATOR")).get("/actions").status())
        .isEqualTo(303);
    console.with("Cookie", session);
    assertThat(console.get("/actions").status()).isEqualTo(200);
    bank.clock.advance(Duration.ofHours(12));
    assertThat(console.get("/actions").status()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "nineteen-characters"})
  void aTokenIsLong(String secret) {
    Caller caller = new Caller("ann", Role.VIEWER);

    assertThatThrownBy(() -> new TokenAccess.Token(caller, secret))
        .hasMessageContaining("it needs 20 or more");
  }

  @Test
  void aBodyThatIsTooLongIsRefused() {
    assertThat(local().send("POST", FREEZE, "reason=" + "x".repeat(70_000)).status())
        .isEqualTo(400);
  }

  @Test
  void aFileOfThePagesHasAHead() {
    String style = local().get("/find").text().replaceAll("(?s).*href=\"([^\"]+css)\".*", "$1");
    assertThat(local().get(style).status()).isEqualTo(200);
    assertThat(local().send("HEAD", style, "").status()).isEqualTo(200);
  }
}
