package io.twophase.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens, and an action that a browser sends again from its page. */
class AccessTest {

  @AutoClose private final Bank bank = new Bank();

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "nineteen-characters"})
  void aTokenIsLong(String secret) {
    Caller caller = new Caller("ann", Role.VIEWER);

    assertThatThrownBy(() -> new TokenAccess.Token(caller, secret))
        .hasMessageContaining("it needs 20 or more");
  }

  @Test
  void anActionWithoutAnOutcomeIsSentAgainFromItsPage() {
    AtomicBoolean isAway = new AtomicBoolean(true);
    bank.before(
        (method, asked, call) -> {
          if (method.equals("finish") && isAway.getAndSet(false)) {
            throw new StoreUnavailableException("the store is away");
          }
          return call.make();
        });
    bank.twophase
        .authorizations()
        .authorize(Bank.payment("hold", "3"), new AuthorizationTerms(Duration.ofDays(1)));
    ConsoleSettings ofHost = ConsoleSettings.of(Access.ofHost()).withActions(true);
    Asked console = new Asked(bank.console(ofHost)).as(new Caller("ann", Role.OPERATOR));
    String capture = "/transaction/capture";
    console.post(
        capture, Map.of("id", "hold", "action", "a1", "reason", "\"<r>\u202e", "amount", "2"));

    Map<String, String> form = hidden(console.get("/action?id=a1").text());

    assertThat(form)
        .containsEntry("action", "a1")
        .containsEntry("amount", "2")
        .containsEntry("reason", "\"<r>\u202e");
    assertThat(console.postBare(capture, form).status()).isEqualTo(303);
    assertThat(console.get("/action?id=a1").text()).contains("It is captured", "<dd>2</dd>");
    assertThat(hidden(console.get("/action?id=a1").text())).isEmpty();
  }

  /** The fields that a form sends though nobody fills them in. */
  private static Map<String, String> hidden(String page) {
    return Pattern.compile("type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .collect(
            Collectors.toMap(
                field -> field.group(1),
                field ->
                    field
                        .group(2)
                        .replace("&quot;", "\"")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">")));
  }
}
