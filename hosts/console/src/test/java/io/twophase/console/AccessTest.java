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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask, who may act, and which requests of a browser are refused. */
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
  void everyAnswerForbidsWhatPagesDoNotNeed() {
    assertThat(List.of(local().get("/find"), local().get("/nowhere"), local().get("/api/v1/no")))
        .allSatisfy(
            reply ->
                assertThat(reply.response().headers())
                    .containsEntry("X-Content-Type-Options", "nosniff")
                    .containsEntry("X-Frame-Options", "DENY")
                    .containsEntry("Cache-Control", "no-store")
                    .hasEntrySatisfying(
                        "Content-Security-Policy",
                        policy ->
                            assertThat(policy)
                                .contains("default-src 'none'", "frame-ancestors 'none'")
                                .doesNotContain("unsafe")));
  }

  /** A name of another site may lead to this machine; what a proxy passes on is not of it. */
  @ParameterizedTest
  @CsvSource({
    "Host, evil.example, 403",
    "Host, evil.example:8099, 403",
    "Host, 127.0.0.1.evil.example, 403",
    "Host, 10.0.0.1, 403",
    "Host, localhost, 200",
    "Host, 127.0.0.1:8099, 200",
    "Host, [::1]:8099, 200",
    "Forwarded, 10.0.0.1, 403",
    "X-Forwarded-For, 10.0.0.1, 403",
    "X-Forwarded-Proto, 10.0.0.1, 403",
    "X-Real-IP, 10.0.0.1, 403",
    "Via, 10.0.0.1, 403",
  })
  void withoutTokensOnlyThisMachineIsAnswered(String header, String value, int status) {
    assertThat(local().with(header, value).get("/actions").status()).isEqualTo(status);
  }

  @Test
  void aPageOfAnotherSiteSendsNothing() {
    assertThat(local().with("Origin", "http://evil.example").post(FREEZE, FIELDS).status())
        .isEqualTo(400);
    assertThat(local().with("Sec-Fetch-Site", "cross-site").post(FREEZE, FIELDS).status())
        .isEqualTo(400);
    assertThat(local().with("Origin", "http://localhost:8099").post(FREEZE, FIELDS).status())
        .isEqualTo(303);
  }

  @Test
  void aFormOfAnotherPageIsRefused() {
    assertThat(local().postBare(FREEZE, FIELDS).status()).isEqualTo(403);
  }

  @Test
  void aScriptSendsJsonAndNoForm() {
    assertThat(local().postBare("/api/v1" + FREEZE, FIELDS).status()).isEqualTo(415);
    assertThat(local().postJson("/api/v1" + FREEZE, FIELDS).status()).isEqualTo(200);
  }

  @Test
  void aTokenIsSentByScripts() {
    Asked console = withTokens(Role.OPERATOR);

    assertThat(console.get("/api/v1/actions").status()).isEqualTo(401);
    assertThat(console.with("Authorization", "Bearer wrong").get("/api/v1/actions").status())
        .isEqualTo(401);
    assertThat(console.with("Authorization", "Bearer " + SECRET).get("/api/v1/actions").status())
        .isEqualTo(200);
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

  @Test
  void aViewerDoesNotAct() {
    Asked console = withTokens(Role.VIEWER).with("Authorization", "Bearer " + SECRET);

    assertThat(console.get("/actions").text()).contains("ann, read-only");
    assertThat(console.get(FREEZE + "?id=A").status()).isEqualTo(403);
    assertThat(console.postJson("/api/v1" + FREEZE, FIELDS).text())
        .contains("ann may look, and not act");
  }

  @Test
  void aHostSaysWhoAsks() {
    Asked console =
        new Asked(bank.console(ConsoleSettings.of(Access.ofHost()).withBase("/twophase")));

    assertThat(console.get("/twophase/actions").status()).isEqualTo(401);
    assertThat(console.as(new Caller("bob", Role.VIEWER)).get("/twophase/actions").text())
        .contains("bob, read-only", "href=\"/twophase/now\"");
    assertThat(console.get("/actions").status()).isEqualTo(404);
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

  /** Another port of this machine is the same site, and another origin. */
  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void aPageOfAnotherSiteLoadsNothingAndAPersonFollowsALink(String site) {
    Asked console = local().with("Sec-Fetch-Site", site);

    assertThat(console.with("Sec-Fetch-Mode", "no-cors").get("/actions").status()).isEqualTo(403);
    assertThat(console.with("Sec-Fetch-Mode", "navigate").get("/actions").status()).isEqualTo(200);
  }

  @Test
  void signingInLeadsToWhatWasAskedForAndNowhereElse() {
    Asked console = withTokens(Role.VIEWER);

    assertThat(location(console, "/transaction?id=pay-7")).isEqualTo("/transaction?id=pay-7");
    assertThat(location(console, "//evil.example")).isEqualTo("/");
    assertThat(location(console, "https://evil.example")).isEqualTo("/");
  }

  private static String location(Asked console, String to) {
    return console
        .postBare("/sign-in", Map.of("token", SECRET, "to", to))
        .response()
        .headers()
        .get("Location");
  }

  @Test
  void aFileOfThePagesHasAHead() {
    String style = local().get("/find").text().replaceAll("(?s).*href=\"([^\"]+css)\".*", "$1");
    assertThat(local().get(style).status()).isEqualTo(200);
    assertThat(local().send("HEAD", style, "").status()).isEqualTo(200);
  }
}
