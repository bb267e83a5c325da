package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStoreSettings.Timeouts;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.FaultyStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongoStoreTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** Long enough to find a server, or to be refused by none, also on a busy machine. */
  private static final MongoStoreSettings QUICK =
      MongoStoreSettings.defaults()
          .withTimeouts(
              new Timeouts(
                  Duration.ofSeconds(3),
                  Duration.ofSeconds(3),
                  Duration.ofSeconds(20),
                  Duration.ofSeconds(10)));

  private static String uri(String database) {
    return Servers.inProcessUri().replaceFirst("/[a-z]+$", "/" + database);
  }

  @Test
  void aStoreIsTheDatabaseThatTheUriNames() {
    String name = FRESH.database().getName();
    try (MongoStore store = MongoStore.open(uri(name), QUICK)) {
      store.accounts().open(List.of(account("A").opening(usd("1"))));
    }

    assertThat(FRESH.collection("accounts").countDocuments()).isEqualTo(1);
    try (MongoStore again = MongoStore.open(uri(name), QUICK)) {
      assertThat(again.accounts().open(List.of(account("A").opening(usd("1")))))
          .containsExactly(new OpenOutcome.AlreadyOpen());
    }
  }

  @Test
  void theDatabaseIsTwophaseWhereTheUriNamesNone() {
    assertThat(Connection.parse("mongodb://localhost").database()).isEqualTo("twophase");
    assertThat(Connection.parse("mongodb://localhost/bank").database()).isEqualTo("bank");
  }

  @ParameterizedTest
  @CsvSource({
    "books, books, books",
    "bank_events, bank, bank_events",
    "twophase_owners, bank, twophase_owners",
    "periods, bank, periods",
    "accounts, twophase_settings, twophase_settings",
  })
  void noTwoKindsOfDocumentsAreInOneCollection(String accounts, String transactions, String both) {
    assertThatThrownBy(() -> MongoStoreSettings.defaults().withCollections(accounts, transactions))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("collection " + both + " would have two kinds of the store's documents");
  }

  @Test
  void aFaultyStoreHasTheMapperAndTheDescriptionOfTheStoreBehindIt() {
    MongoStore store = FRESH.store(QUICK);
    FaultyStore faulty = FaultyStore.over(store);

    assertThat(faulty.mapper().toObject(Value.of("tea"), String.class)).isEqualTo("tea");
    assertThat(faulty.describe()).isEqualTo(store.describe());
  }

  /** A majority is never waited for there, says MongoDB's manual: nor is one found missing. */
  @Test
  void theDatabaseThatIsNotReplicatedIsRefused() {
    assertThatThrownBy(() -> MongoStore.open(uri("local"), QUICK.withUnsafeAllowed(true)))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessageEndingWith(": the database local is not replicated");
  }

  @Test
  void aClientThatWasGivenStaysOpen() {
    MongoClient client = FRESH.client();
    MongoStore.using(client, FRESH.database().getName(), QUICK).close();

    assertThat(client.getDatabase("admin").runCommand(BsonDocument.parse("{ping: 1}")))
        .containsKey("ok");
  }

  /** Nothing listens at port 1: no system hands it out. */
  @Test
  void aServerThatCannotBeReachedIsNamedInOneLine() {
    assertThatThrownBy(() -> MongoStore.open("mongodb://u:s3cret@127.0.0.1:1", QUICK))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("MongoDB at 127.0.0.1:1 cannot be reached: Connection refused")
        .satisfies(failure -> assertThat(traceOf(failure)).doesNotContain("s3cret"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "http://localhost",
        "mongodb://",
        "mongodb://localhost:port",
        "mongodb://localhost/?readPreference=nonsense"
      })
  void aUriThatIsNoneIsToldInOneLine(String uri) {
    assertThatThrownBy(() -> MongoStore.open(uri, QUICK))
        .isInstanceOf(InvalidStoreUriException.class)
        .hasMessageStartingWith("the store's URI is no MongoDB connection string: ")
        .hasNoCause()
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://u:s3cret/x@localhost",
        "mongodb://u:s3cret:x@localhost",
        "mongodb://u:s3cret@x@localhost:1:2",
        "mongodb://u:s3cret@",
        "mongodb://u:s3cret%zz@localhost",
        "mongo://u:s3cret@localhost",
        "mongodb://h/?authMechanism=MONGODB-AWS&authMechanismProperties=s3cret"
      })
  void aUriThatIsNoneKeepsItsSecrets(String uri) {
    assertThatThrownBy(() -> MongoStore.open(uri, QUICK))
        .isInstanceOf(InvalidStoreUriException.class)
        .satisfies(failure -> assertThat(traceOf(failure)).doesNotContain("s3cret"));
  }

  @Test
  void anApplicationsNameIsCutToWhatADriverTakes() {
    assertThat(Connection.shortened("bank")).isEqualTo("bank");
    assertThat(Connection.shortened("x" + "😀".repeat(40))).isEqualTo("x" + "😀".repeat(31));
  }

  private static String traceOf(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }
}
