package io.twophase.adapter.mongo.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The validators that a store is opened with; the scenes say what a server is asked for. */
class ValidatorsTest {

  @AutoClose private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  @AutoClose private final MongoClient client = MongoClients.create(server.uri(""));

  private BsonDocument optionsOf(String collection) {
    for (BsonDocument found : client.getDatabase("bank").listCollections(BsonDocument.class)) {
      if (found.getString("name").getValue().equals(collection)) {
        return found.getDocument("options");
      }
    }
    throw new AssertionError("there is no collection " + collection);
  }

  @Test
  void bothCollectionsAreMadeWithTheirSchemas() {
    Servers.bank(client, Servers.QUIET.withValidators(true));

    assertThat(optionsOf("accounts").getDocument("validator"))
        .isEqualTo(new BsonDocument("$jsonSchema", Schemas.accounts()));
    assertThat(optionsOf("transactions").getDocument("validator"))
        .isEqualTo(new BsonDocument("$jsonSchema", Schemas.transactions()));
    assertThat(optionsOf("accounts")).containsKeys("validationLevel", "validationAction");

    Servers.bank(client);
    assertThat(optionsOf("accounts")).containsKey("validator");
  }
}
