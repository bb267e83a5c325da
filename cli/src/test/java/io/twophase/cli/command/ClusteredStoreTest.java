package io.twophase.cli.command;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of a host that holds documents on two clusters, of which the command line knows one. */
class ClusteredStoreTest {

  private static final DocumentOperation HERE =
      insert(CollectionName.of("receipts").document("r"), fields("n", 1));
  private static final DocumentOperation THERE =
      insert(CollectionName.of("orders").onCluster("east").document("o"), fields("n", 1));

  @TempDir Path folder;
  private final MongoServer east = new MongoServer(new MemoryBackend());
  private String store = "";

  /** Two transactions are decided, and nothing is settled. */
  @BeforeEach
  void plant() {
    store = "embedded:" + folder.resolve("data");
    MongoStoreSettings settings = MongoStoreSettings.defaults().withProbe(false);
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoClient client = MongoClients.create(east.bindAndGetConnectionString());
        MongoStore own = MongoStore.open(server.uri(), settings.withClusterName("west"))) {
      Store both =
          own.withClusters(
              Map.of("east", ParticipantCluster.using("east", client, "shop", settings)));
      decided(both, "here", HERE);
      decided(both, "there", THERE);
    }
  }

  @AfterEach
  void close() {
    east.shutdownNow();
  }

  private static void decided(Store there, String id, DocumentOperation operation) {
    DocumentWrites other = new DocumentWrites(there);
    other.begin(id, operation);
    other.hold(id, 1, operation);
    other.decide(id, 1);
  }

  @Test
  void whatIsOnAnUnknownClusterStaysDecidedAndIsToldOf() {
    CommandRun recover = CommandRun.on(store, "recover");

    assertThat(recover.exitCode()).as(recover.out() + recover.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(recover.out() + recover.err()).contains("cluster east is none that this process");
    assertThat(CommandRun.on(store, "tx", "show", "here").out()).contains("done");
    assertThat(CommandRun.on(store, "tx", "show", "there").out()).contains("applied");
    assertThat(CommandRun.on(store, "doc", "show", "receipts", "r").out()).contains("\"n\"");
  }
}
