package io.twophase.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Debian's Chromium without a screen. Nothing is installed, and nothing is fetched. */
final class Browser implements AutoCloseable {

  /** The width of a phone, and of a screen. */
  static final int NARROW = 360;

  static final int WIDE = 1280;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ChromeDriver driver;
  private final String axe = axe();

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts one, or says what this machine lacks. */
  static Browser start() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(find("chromium").toFile());
    // no-sandbox: the tests of a build's container run as root
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return new Browser(
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(find("chromedriver").toFile())
                .build(),
            options));
  }

  private static Path find(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no "
                        + program
                        + " on this machine: apt-get install chromium chromium-driver"));
  }

  private static String axe() {
    try (InputStream file = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw new IllegalStateException(fault);
    }
  }

  /** Shows pages so wide, in light or in dark. */
  Browser as(int width, boolean isDark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    return this;
  }

  /** Opens a page, and forgets what the browser had to say of others. */
  void open(URI address) {
    messages();
    driver.get(address.toString());
  }

  /** Names the window that is in front. */
  String window() {
    return driver.getWindowHandle();
  }

  /** Opens a page in another window, which is then in front. */
  void openBeside(URI address) {
    driver.switchTo().newWindow(WindowType.WINDOW);
    as(WIDE, false);
    open(address);
  }

  /** Puts a window in front. */
  void to(String window) {
    driver.switchTo().window(window);
  }

  /** All that the browser says of the page: errors of scripts, and what its policy forbids. */
  List<String> messages() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The value of a piece of script. */
  Object script(String body, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(body, arguments);
  }

  /** The text that the page shows. */
  String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  /** The first element of a selector. */
  WebElement find(By by) {
    return driver.findElement(by);
  }

  /** Clicks on a link as soon as it is there. */
  void click(String link) {
    new WebDriverWait(driver, PATIENCE)
        .until(ExpectedConditions.elementToBeClickable(By.linkText(link)))
        .click();
  }

  /** The element that has the keyboard. */
  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  /** The element with this text, which has the keyboard then, by the key Tab alone. */
  WebElement tabTo(String text) {
    script("document.activeElement.blur()");
    for (int press = 0; press < 100 && !focused().getText().equals(text); press++) {
      new Actions(driver).sendKeys(Keys.TAB).perform();
    }
    assertThat(focused().getText()).isEqualTo(text);
    return focused();
  }

  /** The texts of what the key Tab comes by, from the top of the page to its end. */
  List<String> tabbed() {
    script("document.activeElement.blur()");
    List<String> texts = new ArrayList<>();
    new Actions(driver).sendKeys(Keys.TAB).perform();
    while (!focused().getTagName().equals("body") && texts.size() < 100) {
      texts.add(focused().getText());
      new Actions(driver).sendKeys(Keys.TAB).perform();
    }
    return texts;
  }

  /** Waits until the page shows a text. */
  void awaitText(String text) {
    new WebDriverWait(driver, PATIENCE).until(ignored -> text().contains(text));
  }

  /** Waits until the page does not show a text any more. */
  void awaitNo(String text) {
    new WebDriverWait(driver, PATIENCE).until(ignored -> !text().contains(text));
  }

  /** How many pixels the page is wider than the window. */
  long overhang() {
    return (Long)
        script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** What axe finds wrong by WCAG 2.2, levels A and AA: a line for each kind, with the places. */
  @SuppressWarnings("unchecked")
  List<String> violations() {
    // the driver is no script of the page, so its policy lets it in
    script(axe);
    return (List<String>)
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
              .then(found => done(found.violations.map(one =>
                one.id + ': ' + one.help + ' at ' + one.nodes.map(node =>
                  node.target + ' (' + (node.any[0] ? node.any[0].message : '') + ')').join('; '))))
              .catch(fault => done(['axe failed: ' + fault]));
            """);
  }

  /** Writes all of the page into a file. */
  void shoot(Path file) throws IOException {
    long height =
        Math.min(4_000, (Long) script("return document.documentElement.scrollHeight"));
    Object width = script("return window.innerWidth");
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
