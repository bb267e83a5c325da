package io.twophase.adapter.mongo.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The probe lets sound servers pass, and names what is wrong with each planted one. */
class ProbeTest {

  /** The other one always comes, unless the probe lets no two updates race. */
  private static final long LONGEST_WAIT_SECONDS = 10;

  private static void on(FaultyServer.Fault update, Consumer<MongoDatabase> test) {
    try (FaultyServer server = FaultyServer.standalone();
        MongoClient client = server.client("")) {
      server.on("update", update);
      test.accept(client.getDatabase("bank"));
    }
  }

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

  private static void probe(MongoDatabase database) {
    Probe.run(database, new DriverErrors("MongoDB at planted"));
  }

  @Test
  void aSoundServerPassesAndNothingIsLeftOnIt() {
    on(
        UnaryOperator::apply,
        database -> {
          assertThatCode(() -> probe(database)).doesNotThrowAnyException();
          assertThatCode(() -> probe(database)).doesNotThrowAnyException();

          assertThat(database.getCollection(Probe.COLLECTION).countDocuments()).isZero();
        });
  }

  @Test
  void aServerThatChecksTheGuardFirstAndUpdatesLaterIsRefused() {
    on(
        checkingFirst(),
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessageMatching(
                    "MongoDB at planted makes no atomic compare-and-set: both of two racing updates"
                        + " of one document matched, [1-9]\\d* of \\d+ times"));
  }

  @Test
  void aServerOnWhichNeitherMatchesIsRefused() {
    on(
        (sound, command) -> {
          only(command).put("q", new Document("_id", "nobody"));
          return sound.apply(command);
        },
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessage(
                    "MongoDB at planted makes no atomic compare-and-set: neither of two racing"
                        + " updates of one document matched, after 0 races that one had won"));
  }

  @Test
  void aServerThatForgetsAnUpdateIsRefused() {
    on(
        (sound, command) -> {
          ((Document) only(command).get("u")).remove("$inc");
          return sound.apply(command);
        },
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessageStartingWith("MongoDB at planted loses updates: "));
  }

  @Test
  void aServerThatPermitsNoScratchCollectionIsToldInOneLine() {
    on(
        FaultyServer.error(13),
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessageStartingWith(
                    "MongoDB at planted refuses to let two updates race in bank.twophase_probe (the"
                        + " probe at start, which a setting leaves out): code 13, ")
                .hasMessageContaining("made to fail"));
  }
}
