package io.twophase.console.browser;

import java.util.Optional;
import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.testing.Planted;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.Labels;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of a store that would run a script, were they not escaped. */
class ScriptsIT {

  private static final String SCRIPT =
      "'\"><script>window.ran=1</script><img src=x onerror=window.ran=2>{{#url}}&amp;";

  private static Shop shop;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start().as(Browser.WIDE, false);
    shop = new Shop();
    String source = "source" + SCRIPT;
    shop.twophase.accounts().open(account(source), money("10", "USD"));
    shop.twophase.accounts().open(account("target" + SCRIPT), money("0", "USD"));
    shop.twophase.run(
        transaction("pay" + SCRIPT)
            .debit(account(source), money("3", "USD"))
            .credit(account("target" + SCRIPT), money("3", "USD"))
            .insert(document("orders", "order" + SCRIPT), Map.of("note", SCRIPT, "lines", 1))
            .labelled(new Labels(Optional.of(SCRIPT), Map.of("key", SCRIPT)))
            .noted(SCRIPT));
    shop.twophase
        .authorizations()
        .authorize(
            transaction("hotel" + SCRIPT)
                .debit(account(source), money("2", "USD"))
                .credit(account("target" + SCRIPT), money("2", "USD")),
            new AuthorizationTerms(Duration.ofMillis(1)));
    shop.twophase.events().number();
    shop.twophase.events().consume(new ConsumerName("c" + SCRIPT), 5, events -> {});
    Planted.pending(shop.store, "stuck" + SCRIPT);
  }

  @AfterAll
  static void close() {
    browser.close();
    shop.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "now",
        "audit",
        "transaction?id=pay§",
        "transaction?id=stuck§",
        "transaction?id=hotel§",
        "transaction?id=none§",
        "account?id=source§",
        "account/statement?id=source§",
        "document?collection=orders&id=order§",
        "find?reference=§",
        "find?account=source§",
        "consumers",
        "periods",
        "transaction/recover?id=stuck§",
        "transaction/cancel?id=stuck§",
        "none§"
      })
  void noTextOfAStoreRuns(String path) throws InterruptedException {
    browser.open(shop.at(path.replace("§", URLEncoder.encode(SCRIPT, StandardCharsets.UTF_8))));
    // the first event of a stream has replaced what the page came with
    Thread.sleep(500);

    assertThat(browser.script("return window.ran")).isNull();
    assertThat(browser.messages().stream().filter(one -> !one.contains(" status of "))).isEmpty();
    assertThat(browser.text()).doesNotContain("&lt;", "&amp;amp;");
  }
}
