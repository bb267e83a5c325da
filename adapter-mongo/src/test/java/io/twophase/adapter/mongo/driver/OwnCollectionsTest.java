package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store looks at its own collections as it is opened; the scenes say what it finds. */
class OwnCollectionsTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  private static MongoStore store() {
    return Servers.bank(CLIENT);
  }

  @Test
  void theLookIsLimitedAsEveryOperationIs() {
    SERVER.on(
        "listCollections",
        (sound, asked) -> FaultyServer.found(List.of(new Document("name", "accounts"))));

    store();

    assertThat(SERVER.received("listCollections").get(0)).containsKey("maxTimeMS");
    assertThat(SERVER.received("listIndexes").get(0)).containsKey("maxTimeMS");
  }
}
