package io.twophase.app.trip;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many classes a call enters between the front door and the driver, and how often it moves
 * between them, as {@link Trip} counts. All of the project's classes count, values too; the
 * driver's and the JDK's do not. The server has one command for several collections, and the call
 * is the sixth of its kind.
 *
 * <p>The numbers are those of today, and are not to grow. The bars are reached: 55 classes of 14
 * packages of a transfer, 70 classes of an order, 1,500 moves of a batch of ten.
 */
class TripTest {

  private static final Path ARCHITECTURE =
      Path.of(System.getProperty("twophase.root"), "docs", "ARCHITECTURE.md");
  private static final Pattern NAME = Pattern.compile("[\\w.]+");

  private static final int CLASSES_OF_A_TRANSFER = 55;
  private static final int PACKAGES_OF_A_TRANSFER = 14;
  private static final int CLASSES_OF_AN_ORDER = 70;
  private static final int MOVES_OF_A_BATCH = 1_494;

  /** Each host loads the library anew, which takes longer than all else here. */
  private static MongoServer server;

  private static Object host;
  private static Object longer;

  @BeforeAll
  static void start() throws ReflectiveOperationException {
    server = ClientBulkWriteServer.start();
    host = host(false);
    longer = host(true);
  }

  @AfterAll
  static void close() throws Exception {
    ((AutoCloseable) host).close();
    ((AutoCloseable) longer).close();
    server.shutdownNow();
  }

  private static Object host(boolean forwarding) throws ReflectiveOperationException {
    return new TripLoader(TripTest.class.getClassLoader())
        .loadClass(Host.class.getName())
        .getConstructor(String.class, boolean.class)
        .newInstance(server.bindAndGetConnectionString(), forwarding);
  }

  private static Trip warm(Object host, String kind) throws ReflectiveOperationException {
    for (int at = 0; at < 5; at++) {
      call(host, kind).run();
    }
    return Trip.of(call(host, kind));
  }

  private static Runnable call(Object host, String kind) throws ReflectiveOperationException {
    return (Runnable) host.getClass().getMethod(kind).invoke(host);
  }

  @Test
  void aTransferEntersNoMoreClassesThanItDid() throws Exception {
    Trip trip = warm(host, "transfer");

    assertThat(trip.classes()).hasSizeLessThanOrEqualTo(CLASSES_OF_A_TRANSFER);
    assertThat(trip.packages()).hasSizeLessThanOrEqualTo(PACKAGES_OF_A_TRANSFER);
  }

  @Test
  void anOrderEntersNoMoreClassesThanItDid() throws Exception {
    assertThat(warm(host, "order").classes()).hasSizeLessThanOrEqualTo(CLASSES_OF_AN_ORDER);
  }

  @Test
  void aBatchOfTenMakesNoMoreMovesThanItDid() throws Exception {
    assertThat(warm(host, "batch").moves()).isLessThanOrEqualTo(MOVES_OF_A_BATCH);
  }

  @Test
  void aClassThatForwardsIsFound() throws Exception {
    Trip transfer = warm(longer, "transfer");
    assertThat(transfer.classes())
        .contains("io.twophase.test.fault.Interceptor")
        .hasSizeGreaterThan(CLASSES_OF_A_TRANSFER);
    assertThat(transfer.packages()).hasSizeGreaterThan(PACKAGES_OF_A_TRANSFER);
    assertThat(warm(longer, "order").classes()).hasSizeGreaterThan(CLASSES_OF_AN_ORDER);
    assertThat(warm(longer, "batch").moves()).isGreaterThan(MOVES_OF_A_BATCH);
  }

  @Test
  void thePictureOfTheArchitectureShowsTheClassesThatAct() throws Exception {
    assertThat(warm(host, "transfer").actors()).isEqualTo(pictured());
  }

  /** In the picture, each package is followed by its classes. */
  private static Set<String> pictured() throws IOException {
    String text = Files.readString(ARCHITECTURE);
    String section = text.substring(text.indexOf("## The way of a transfer"));
    Set<String> classes = new TreeSet<>();
    String room = "";
    for (String line : section.substring(0, section.indexOf("\n## ")).lines().toList()) {
      if (!line.startsWith("    │ ")) {
        continue;
      }
      for (Matcher name = NAME.matcher(line); name.find(); ) {
        if (Character.isLowerCase(name.group().charAt(0))) {
          room = ("io.twophase." + name.group() + ".").replace("twophase.twophase", "twophase");
        } else {
          classes.add(room + name.group());
        }
      }
    }
    return classes;
  }
}
