package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.StoreException;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is asked of the server about validators and retention as a store is opened. */
class ValidatorsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final MongoStoreSettings VALIDATED = Servers.QUIET.withValidators(true);

  @AutoClose private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client(server.uri(""));

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
    Servers.bank(client, VALIDATED);

    assertThat(optionsOf("accounts").getDocument("validator"))
        .isEqualTo(new BsonDocument("$jsonSchema", Schemas.accounts()));
    assertThat(optionsOf("transactions").getDocument("validator"))
        .isEqualTo(new BsonDocument("$jsonSchema", Schemas.transactions()));
    assertThat(optionsOf("accounts")).containsKeys("validationLevel", "validationAction");
  }

  @Test
  void collectionsThatAreThereAreChangedOnceAndThenOnlyLookedAt() {
    Servers.bank(client);
    recorder.commands();

    Servers.bank(client, VALIDATED);
    assertThat(recorder.commands())
        .containsSubsequence("listCollections", "create", "collMod", "listCollections");

    Servers.bank(client, VALIDATED);
    assertThat(recorder.commands())
        .containsExactly(
            "listCollections",
            "listIndexes",
            "listIndexes",
            "listIndexes",
            "find",
            "listCollections",
            "listCollections",
            "find");
  }

  @Test
  void unlessAskedForNothingIsSetAndWhatIsSetStays() {
    Servers.bank(client, VALIDATED);
    recorder.commands();

    Servers.bank(client);

    assertThat(recorder.commands())
        .containsExactly(
            "listCollections", "listIndexes", "listIndexes", "listIndexes", "find", "find");
    assertThat(optionsOf("accounts")).containsKey("validator");
  }

  @Test
  void aServerThatTakesNoValidatorsIsToldInOneLine() {
    String database = FRESH.database().getName();

    assertThatThrownBy(() -> MongoStore.using(FRESH.client(), database, VALIDATED))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching("MongoDB at \\S+ keeps no validator of accounts: open it without");
    FRESH.store();
    assertThatThrownBy(() -> MongoStore.using(FRESH.client(), database, VALIDATED))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching("MongoDB at \\S+ refuses to set a validator of accounts: code 59, .*");
    assertThatCode(() -> FRESH.store().accounts().open(List.of(account("A").opening(usd("1")))))
        .doesNotThrowAnyException();
  }
}
