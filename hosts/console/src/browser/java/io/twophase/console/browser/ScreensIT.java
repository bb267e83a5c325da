package io.twophase.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each screen as people have it: narrow and wide, light and dark. With {@code
 * -Dtwophase.screenshots=true} the pictures of the documents are taken anew.
 */
@DisplayNameGeneration(DisplayNameGenerator.Standard.class)
class ScreensIT {

  private static final Path PICTURES =
      Path.of(System.getProperty("twophase.root", "../..")).resolve("docs/console");

  private static Shop shop;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    shop = new Shop();
    // the owner of what is pending is dead by then
    Thread.sleep(6_000);
  }

  @AfterAll
  static void close() {
    browser.close();
    shop.close();
  }

  @ParameterizedTest
  @CsvSource({
    "now, now",
    "audit, audit",
    "transaction, transaction?id=order-7",
    "stuck, transaction?id=pay-7",
    "account, account?id=customer:ann",
    "document, document?collection=orders&id=7",
    "find, find",
    "found, find?account=shop",
    "consumers, consumers",
    "periods, periods",
    "actions, actions",
    "recover, recover?id=pay-7",
    "declined, transaction?id=no-such-order",
  })
  void aScreenIsAccessibleAndFits(String name, String path) throws IOException {
    for (int width : new int[] {Browser.WIDE, Browser.NARROW}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser.as(width, isDark).open(shop.at(path));

        String how = name + " at " + width + (isDark ? ", dark" : ", light");
        assertThat(browser.violations()).as(how).isEmpty();
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
