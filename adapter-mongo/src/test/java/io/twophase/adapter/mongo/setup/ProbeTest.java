package io.twophase.adapter.mongo.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.ports.StoreException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The probe lets sound servers pass, and names what is wrong with each planted one. */
class ProbeTest {

  /** Two connections have each a thread of the server's, however few processors there are. */
  private static final int SERVER_THREADS = 4;

  private static void on(MemoryBackend backend, Consumer<MongoDatabase> test) {
    MongoServer server = new MongoServer(backend);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1, SERVER_THREADS);
    try (MongoClient client = MongoClients.create(server.getConnectionString())) {
      test.accept(client.getDatabase("bank"));
    } finally {
      server.shutdownNow();
    }
  }

  private static void probe(MongoDatabase database) {
    Probe.run(database, new DriverErrors("MongoDB at planted"));
  }

  @Test
  void aSoundServerPassesAndNothingIsLeftOnIt() {
    on(
        new MemoryBackend(),
        database -> {
          assertThatCode(() -> probe(database)).doesNotThrowAnyException();
          assertThatCode(() -> probe(database)).doesNotThrowAnyException();

          assertThat(database.getCollection(Probe.COLLECTION).countDocuments()).isZero();
        });
  }

  @Test
  void aServerThatChecksTheGuardFirstAndUpdatesLaterIsRefused() {
    on(
        PlantedServer.thatChecksFirst(),
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
        PlantedServer.thatMatchesNothing(),
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
        PlantedServer.thatForgetsSums(),
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessageStartingWith("MongoDB at planted loses updates: "));
  }

  @Test
  void aServerThatPermitsNoScratchCollectionIsToldInOneLine() {
    on(
        PlantedServer.thatPermitsNothing(),
        database ->
            assertThatThrownBy(() -> probe(database))
                .isExactlyInstanceOf(StoreException.class)
                .hasMessageStartingWith(
                    "MongoDB at planted refuses to let two updates race in bank.twophase_probe (the"
                        + " probe at start, which a setting leaves out): code 13, ")
                .hasMessageContaining("not authorized"));
  }
}
