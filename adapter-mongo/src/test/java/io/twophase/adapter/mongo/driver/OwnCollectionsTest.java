package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.StoreException;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store looks at its own collections as it is opened: a host may have made them. */
class OwnCollectionsTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  private static MongoStore store() {
    return Servers.bank(CLIENT);
  }

  private static void answers(String command, String first) {
    SERVER.on(command, (sound, asked) -> FaultyServer.found(List.of(parsed(first))));
  }

  private static Document parsed(String json) {
    Document document = new Document();
    BsonDocument.parse(json)
        .forEach(
            (name, value) ->
                document.append(
                    name,
                    value.isDocument()
                        ? parsed(value.asDocument().toJson())
                        : value.isBoolean()
                            ? (Object) value.asBoolean().getValue()
                            : value.isNumber()
                                ? (Object) value.asNumber().intValue()
                                : value.asString().getValue()));
    return document;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accounts|{options: {collation: {locale: 'en', strength: 2}}}|compares texts by a"
            + " collation",
        "transactions|{options: {collation: {locale: 'en', strength: 2}}}|compares texts by a coll",
        "transactions|{options: {capped: true}}|is capped",
        "accounts|{type: 'view'}|is no collection of its own but a view",
        "transactions_events|{type: 'timeseries'}|is no collection of its own but a timeseries",
        "twophase_settings|{options: {capped: true}}|is capped",
        "twophase_owners|{options: {expireAfterSeconds: 60}}|removes documents by their age"
      })
  void aCollectionThatDoesNotKeepWhatIsStoredIsRefusedByName(
      String name, String entry, String why) {
    answers("listCollections", "{name: '" + name + "', " + entry.substring(1));

    assertThatThrownBy(OwnCollectionsTest::store)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not used: the collection bank." + name + " ")
        .hasMessageContaining(why)
        .message()
        .doesNotContain("\n");
    assertThat(SERVER.received("insert")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accounts|{name: 'x', key: {finishedAt: 1}, expireAfterSeconds: 60}|by their age",
        "transactions|{name: 'x', key: {lastModified: 1}, expireAfterSeconds: 60}|by their age",
        "accounts|{name: 'x', key: {'pendingTransactions.id': 1}, unique: true}|of the protocol"
      })
  void soIsOneWithAnIndexThatStopsOrRemovesWhatIsUnderWay(String name, String index, String why) {
    answers("listCollections", "{name: '" + name + "'}");
    answers("listIndexes", index);

    assertThatThrownBy(OwnCollectionsTest::store)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the collection bank." + name + " has the index x")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"listCollections", "listIndexes"})
  void whatTheLoginMayNotLookAtIsUsedAsItIs(String command) {
    answers("listCollections", "{name: 'accounts'}");
    SERVER.on(
        command,
        FaultyServer.where(
            asked -> !"transactions".equals(asked.get(command)), FaultyServer.error(13)));

    assertThatCode(OwnCollectionsTest::store).doesNotThrowAnyException();
  }

  @Test
  void theLookIsLimitedAsEveryOperationIs() {
    answers("listCollections", "{name: 'accounts'}");

    store();

    assertThat(SERVER.received("listCollections").get(0)).containsKey("maxTimeMS");
    assertThat(SERVER.received("listIndexes").get(0)).containsKey("maxTimeMS");
  }

  @Test
  void retentionsOwnIndexIsNoFault() {
    answers("listCollections", "{name: 'transactions', options: {validator: {v: 1}}}");
    answers("listIndexes", "{name: 'x', key: {finishedAt: 1}, expireAfterSeconds: 86400}");

    assertThatCode(OwnCollectionsTest::store).doesNotThrowAnyException();
  }
}
