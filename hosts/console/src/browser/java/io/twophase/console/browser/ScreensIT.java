package io.twophase.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/**
 * Each screen as people have it: narrow and wide, light and dark. With {@code
 * -Dtwophase.screenshots=true} the pictures of the documents are taken anew.
 */
class ScreensIT {

  private static final Path PICTURES =
      Path.of(System.getProperty("twophase.root", "../..")).resolve("docs/console");

  private static Shop shop;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    shop = new Shop();
    browser.open(shop.at("account/freeze?id=B"));
    browser.find(By.name("reason")).sendKeys("a card was lost", Keys.ENTER);
    browser.awaitText("a card was lost");
    browser.open(shop.at("audit"));
    browser.tabTo("Start an audit").click();
    browser.awaitText("Something is off.");
    shop.open();
    browser.open(shop.at("now"));
  }

  @AfterAll
  static void close() {
    browser.close();
    shop.close();
  }

  @ParameterizedTest
  @CsvSource({
    "audit, audit",
    "transaction, transaction?id=order-7",
    "stuck, transaction?id=pay-7",
    "account, account?id=customer:ann",
    "statement, account/statement?id=customer:ann&scan=yes",
    "document, document?collection=orders&id=[7]",
    "find, find",
    "found, find?account=shop",
    "consumers, consumers",
    "periods, periods",
    "actions, actions",
    "recover, transaction/recover?id=pay-7",
    "declined, transaction?id=no-such-order",
    "now, now",
  })
  void aScreenIsAccessibleAndFits(String name, String path) throws IOException {
    for (int width : new int[] {Browser.WIDE, Browser.NARROW}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser.as(width, isDark).open(shop.at(path));

        String how = name + " at " + width + (isDark ? ", dark" : ", light");
        assertThat(browser.violations()).as(how).isEmpty();
        assertThat(browser.text()).as(how).doesNotContain("No such page", "Bad request");
        assertThat(browser.overhang()).as(how).isZero();
        assertThat(browser.messages().stream().filter(one -> !one.contains(" 404 ")))
            .as(how)
            .isEmpty();
        shoot(name, width, isDark);
      }
    }
  }

  private static void shoot(String name, int width, boolean isDark) throws IOException {
    boolean isNow = name.equals("now");
    boolean isOther = width != Browser.WIDE || isDark;
    if (Boolean.getBoolean("twophase.screenshots")
        && !name.equals("declined")
        && (!isOther || (isNow && (width == Browser.WIDE || !isDark)))) {
      String suffix = !isOther ? "" : isDark ? "-dark" : "-narrow";
      browser.shoot(PICTURES.resolve(name + suffix + ".png"));
    }
  }
}
