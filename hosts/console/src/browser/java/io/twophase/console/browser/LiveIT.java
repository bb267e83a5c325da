package io.twophase.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.screen.EventStreams;
import io.twophase.console.testing.Planted;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What changes on an open page, whatever becomes of the stream behind it. */
class LiveIT {

  /** A text that would run a script, were it not escaped. */
  private static final String STUCK =
      "'\"><script>window.ran=1</script><img src=x onerror=window.ran=2>{{#url}}&amp;";

  private Shop shop;
  private Browser browser;

  @BeforeEach
  void start() throws Exception {
    browser = Browser.start().as(Browser.WIDE, false);
    shop = new Shop();
    browser.open(shop.at("now"));
    browser.awaitText("Live");
    browser.script("window.sameNow = true");
  }

  @AfterEach
  void close() {
    browser.close();
    shop.close();
  }

  private void requireNoReload() {
    assertThat(browser.script("return window.sameNow")).isEqualTo(true);
  }

  private void requireNothingRan() {
    assertThat(browser.script("return window.ran")).isNull();
    assertThat(browser.messages()).isEmpty();
  }

  @Test
  void aKilledOwnerIsSeenOpenedRecoveredAndSeenGone() {
    Planted.pending(shop.store, STUCK);
    browser.awaitText(STUCK);
    requireNoReload();
    requireNothingRan();
    String now = browser.window();

    browser.openBeside(shop.at("now"));
    browser.click(STUCK);
    browser.awaitText("pending");
    requireNothingRan();
    browser.open(
        shop.at("transaction/recover?id=" + URLEncoder.encode(STUCK, StandardCharsets.UTF_8)));
    browser.find(By.name("reason")).sendKeys("its process was killed", Keys.ENTER);
    browser.awaitText("its process was killed");
    assertThat(browser.text()).contains("olga", STUCK);
    requireNothingRan();

    browser.to(now);
    browser.awaitNo(STUCK);
    requireNoReload();
  }

  @Test
  void aPageGoesOnWhenTheServerComesBack() throws Exception {
    int port = shop.stop();
    browser.awaitText("Reconnecting");
    browser.awaitText("figures from ");

    shop.start(port);
    browser.awaitText("Live");
    browser.awaitNo("figures from ");
    requireNoReload();
  }

  @Test
  void aPageWithoutAStreamAsks() throws Exception {
    List<InputStream> streams = new ArrayList<>();
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest events = HttpRequest.newBuilder(shop.at("now/events")).build();
    for (int stream = 0; stream < EventStreams.MOST; stream++) {
      streams.add(client.send(events, HttpResponse.BodyHandlers.ofInputStream()).body());
    }

    browser.open(shop.at("now"));
    browser.awaitText("Asking every 5 seconds");
    Planted.pending(shop.store, STUCK);
    browser.awaitText(STUCK);

    for (InputStream stream : streams) {
      stream.close();
    }
  }

  @Test
  void theKeyboardStaysWhereItIs() throws Exception {
    browser.awaitText("pay-7");
    browser.find(By.linkText("pay-7")).sendKeys("");
    for (int seconds = 0; seconds < 5; seconds++) {
      Thread.sleep(1_000);
      assertThat(browser.focused().getText()).isEqualTo("pay-7");
    }
  }

  @Test
  void anAuditIsStartedByTheKeyboardAndSeenToItsEnd() {
    browser.open(shop.at("audit"));
    browser.awaitText("Live");
    browser.tabTo("Start an audit").sendKeys(Keys.ENTER);

    browser.awaitText("Something is off.");
    browser.tabTo("pay-7").sendKeys(Keys.ENTER);
    browser.awaitText("Transaction pay-7");
  }

  @Test
  void everythingIsReachedByTheKeyboard() {
    browser.awaitText("pay-7");

    assertThat(browser.tabbed())
        .contains("Skip to the content", "Now", "Find", "Audit", "Reload", "pay-7", "hotel-5");
  }
}
