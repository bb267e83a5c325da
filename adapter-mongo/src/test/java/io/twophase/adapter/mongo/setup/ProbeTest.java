package io.twophase.adapter.mongo.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.ports.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe lets sound servers pass, and names what is wrong with each planted one. */
class ProbeTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoDatabase DATABASE = SERVER.client("").getDatabase("bank");

  /** The other one always comes, unless the probe lets no two updates race. */
  private static final long LONGEST_WAIT_SECONDS = 10;

  private static Document only(Document command) {
    return (Document) ((List<?>) command.get("updates")).get(0);
  }

  /** The guard is checked, and the update is made once another's guard has been checked too. */
  private static FaultyServer.Fault checkingFirst() {
    Phaser window = new Phaser(2);
    return (sound, command) -> {
      Document guard = (Document) only(command).get("q");
      Document found =
          sound.apply(
              new Document("find", command.get("update"))
                  .append("filter", guard)
                  .append("$db", command.get("$db")));
      if (!((Collection<?>) ((Document) found.get("cursor")).get("firstBatch")).isEmpty()) {
        await(window);
        only(command).put("q", new Document("_id", guard.get("_id")));
      }
      return sound.apply(command);
    };
  }

  private static void await(Phaser window) {
    try {
      int unused =
          window.awaitAdvanceInterruptibly(window.arrive(), LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException alone) {
      // nobody came: there was no race
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static void probe() {
    Probe.run(DATABASE, new DriverErrors("MongoDB at planted"));
  }

  @Test
  void aSoundServerPassesAndNothingIsLeftOnIt() {
    assertThatCode(ProbeTest::probe).doesNotThrowAnyException();
    assertThatCode(ProbeTest::probe).doesNotThrowAnyException();
    assertThat(DATABASE.getCollection(Probe.COLLECTION).countDocuments()).isZero();
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            "checks the guard first, and updates later",
            checkingFirst(),
            "makes no atomic compare-and-set: both of two racing updates of one document matched,"
                + " in race \\d+"),
        Arguments.of(
            "matches nothing",
            changed(update -> update.put("q", new Document("_id", "nobody"))),
            "makes no atomic compare-and-set: neither of two racing updates of one document"
                + " matched, in race 1"),
        Arguments.of(
            "forgets an update",
            changed(update -> ((Document) update.get("u")).remove("$inc")),
            "loses updates: .*"),
        Arguments.of(
            "permits no scratch collection",
            FaultyServer.error(13),
            "refuses to let two updates race in bank.twophase_probe \\(the probe at start, which a"
                + " setting leaves out\\): code 13, .*made to fail.*"));
  }

  private static FaultyServer.Fault changed(Consumer<Document> change) {
    return (sound, command) -> {
      change.accept(only(command));
      return sound.apply(command);
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void aServerThatDoesAsPlantedIsRefused(String fault, FaultyServer.Fault update, String why) {
    SERVER.on("update", update);

    assertThatThrownBy(ProbeTest::probe)
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching("MongoDB at planted " + why);
  }
}
