package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.driver.DriverErrors.Verdict.IN_DOUBT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketClosedException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerId;
import io.twophase.adapter.mongo.driver.DriverErrors.SqlStates;
import io.twophase.adapter.mongo.driver.DriverErrors.Verdict;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverErrorsTest {

  private static final ServerAddress HOST = new ServerAddress("db.example", 27017);
  private static final BsonDocument NOTHING = new BsonDocument();
  private static final DriverErrors ERRORS = new DriverErrors("MongoDB at db.example:27017");

  /** Errors, with what is known of a write, and of a read, that ended in one of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          open; timeout; unavailable; cleared                        | NOT_SENT | true
          limit: some moment; limit: Timed out otherwise; limit: while waiting for it | IN_DOUBT | true
          limit: Timed out while waiting for a server that | NOT_SENT | true
          limit: Timed out after 500 ms while waiting for a connection to | NOT_SENT | true
          limit of a retry                                           | IN_DOUBT | true
          write; read; late read; closed; interrupted                | IN_DOUBT | true
          not primary; recovering; execution                         | IN_DOUBT | true
          write concern                                              | IN_DOUBT | true
          anything; of the client                                    | IN_DOUBT | false
          login; login as command 18; configuration; incompatible    | REFUSED  | false
          login as read; login as late read                          | NOT_SENT | true
          login as command 91; login as command 11600                | NOT_SENT | true
          command 13 14 61 121 168 171 224 303 322 323 324 371 10334 | REFUSED  | false
          document 11000 16755 16766 17262                           | REFUSED  | false
          command 1 6 7 24 43 50 89 91 112 133 134 150 175 189 202 237 | IN_DOUBT | true
          command 249 262 365 384 402 407 453 9001 10058 10107 11600 | IN_DOUBT | true
          command 11601 11602 13388 13435 13436 16500 64 91331       | IN_DOUBT | true
          command 301 100 123456                                     | IN_DOUBT | false
          document 112                                               | IN_DOUBT | true
          RetryableReadError 123456; RetryableWriteError 123456      | IN_DOUBT | true
          SystemOverloadedError 462                                  | IN_DOUBT | true
          """)
  void whatIsKnownOfACallThatFailed(String errors, Verdict verdict, boolean mayPass) {
    for (String each : errors.split("; ", -1)) {
      String[] words = each.split(" (?=[\\d ]+$)", -1);
      for (int at = Math.min(1, words.length - 1); at < words.length; at++) {
        MongoException error = error(words[0], words.length == 1 ? 0 : Integer.parseInt(words[at]));
        assertThat(DriverErrors.ofWrite(error)).as(each).isEqualTo(verdict);
        assertThat(ERRORS.ofRead("read db.accounts", error))
            .as(each)
            .isExactlyInstanceOf(mayPass ? StoreUnavailableException.class : StoreException.class)
            .hasMessageStartingWith("MongoDB at db.example:27017 ");
      }
    }
  }

  private static MongoException error(String kind, int code) {
    if (kind.startsWith("login as ")) {
      return login(error(kind.substring("login as ".length()), code));
    }
    if (kind.startsWith("limit: ")) {
      return new MongoOperationTimeoutException(kind.substring("limit: ".length()));
    }
    IOException broken = new IOException("broken pipe");
    return switch (kind) {
      case "open" -> new MongoSocketOpenException("open", HOST, broken);
      case "timeout" -> new MongoTimeoutException("no server, or no connection");
      case "unavailable" -> new MongoServerUnavailableException("gone");
      case "cleared" ->
          new MongoConnectionPoolClearedException(new ServerId(new ClusterId(), HOST), broken);
      case "limit of a retry" ->
          new MongoOperationTimeoutException(
              "Retry attempt exceeded the timeout limit.",
              error("limit: Timed out while waiting for a server that", 0));
      case "write" -> new MongoSocketWriteException("write", HOST, broken);
      case "read" -> new MongoSocketReadException("read", HOST, broken);
      case "late read" -> new MongoSocketReadTimeoutException("read", HOST, broken);
      case "closed" -> new MongoSocketClosedException("closed", HOST);
      case "interrupted" -> new MongoInterruptedException("waiting", null);
      case "execution" -> new MongoExecutionTimeoutException(50, "too long", NOTHING);
      case "not primary" -> new MongoNotPrimaryException(NOTHING, HOST);
      case "recovering" -> new MongoNodeIsRecoveringException(NOTHING, HOST);
      case "write concern" ->
          new MongoWriteConcernException(
              new WriteConcernError(64, "WriteConcernTimeout", "waited", NOTHING),
              WriteConcernResult.acknowledged(1, true, null),
              HOST,
              List.of());
      case "anything" -> new MongoException("anything else");
      case "of the client" -> new MongoClientException("anything else");
      case "login" -> login(null);
      case "configuration" -> new MongoConfigurationException("nonsense");
      case "incompatible" ->
          new MongoIncompatibleDriverException(
              "too old",
              new ClusterDescription(ClusterConnectionMode.SINGLE, ClusterType.UNKNOWN, List.of()));
      case "command" -> command(code);
      case "document" -> write(code);
      default -> {
        MongoException labelled = command(code);
        labelled.addLabel(kind);
        yield labelled;
      }
    };
  }

  /** The driver finds its view of the cluster closed then, and says so in words of its own. */
  @Test
  void aCallThatWaitsForOneOfSeveralServersKnowsThatItsClientIsClosed() {
    AtomicReference<MongoClient> closing = new AtomicReference<>();
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyToClusterSettings(
                    cluster ->
                        cluster
                            .hosts(List.of(new ServerAddress("127.0.0.1", 1), HOST))
                            .serverSelector(
                                any -> {
                                  closing.get().close();
                                  return any.getServerDescriptions();
                                }))
                .build());
    closing.set(client);

    assertThatThrownBy(
            () ->
                ERRORS.call("ask", () -> client.getDatabase("bank").listCollectionNames().first()))
        .isExactlyInstanceOf(StoreUnavailableException.class)
        .hasMessage("MongoDB at db.example:27017 cannot be reached: the client is closed");
  }

  @Test
  void anUnreachableServerIsNamedWithWhatIsAtTheBottomOfIt() {
    MongoTimeoutException timeout =
        new MongoTimeoutException(
            "Timed out after 500 ms while waiting for a server that matches x. Client view of"
                + " cluster state is {type=UNKNOWN, servers=[{address=db.example:27017,"
                + " exception={com.mongodb.MongoSocketOpenException: Exception opening socket},"
                + " caused by {java.net.ConnectException: Connection refused}}]");

    assertThat(ERRORS.unavailable(timeout))
        .hasMessage("MongoDB at db.example:27017 cannot be reached: Connection refused");
  }

  @Test
  void aTimeOutWithNothingAtItsBottomIsToldWithoutTheDriversView() {
    MongoTimeoutException timeout =
        new MongoTimeoutException(
            "Timed out after 500 ms while waiting for a server that matches x. Client view of"
                + " cluster state is {type=UNKNOWN, servers=[]");

    assertThat(ERRORS.unavailable(timeout))
        .hasMessage(
            "MongoDB at db.example:27017 cannot be reached: Timed out after 500 ms while waiting"
                + " for a server that matches x");
  }

  @Test
  void aRefusalNamesTheCodeAndTheCollection() {
    assertThat(ERRORS.refused("update db.accounts", command(13)))
        .hasMessage("MongoDB at db.example:27017 refuses to update db.accounts: code 13, not you");
    assertThat(ERRORS.refused("insert db.accounts", 121, "in\nvalid", write(121)))
        .hasMessage(
            "MongoDB at db.example:27017 refuses to insert db.accounts: code 121, in valid");
  }

  @Test
  void aServerThatIsLostWhileTheDriverLogsInCannotBeReached() {
    MongoException lost =
        login(new MongoSocketReadException("Prematurely reached end of stream", HOST));

    assertThat(ERRORS.ofRead("read db.accounts", lost))
        .isExactlyInstanceOf(StoreUnavailableException.class)
        .hasMessage(
            "MongoDB at db.example:27017 cannot be reached: Prematurely reached end of stream");
  }

  /** As FerretDB gives them: the first was seen there, with PostgreSQL's words. */
  @ParameterizedTest
  @CsvSource({"40P01, 16908292", "40001, 16777220", "57P03, 50463173"})
  void whatPassesInPostgresIsUnavailableToARead(String state, int code) {
    assertThat(SqlStates.code(state)).isEqualTo(code);
    assertThat(ERRORS.ofRead("read db.accounts", command(code)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(DriverErrors.ofWrite(command(code))).isEqualTo(IN_DOUBT);
  }

  private static MongoSecurityException login(@Nullable MongoException cause) {
    return new MongoSecurityException(
        MongoCredential.createCredential("u", "admin", "s3cret".toCharArray()),
        "Exception authenticating",
        cause);
  }

  private static MongoCommandException command(int code) {
    return new MongoCommandException(
        new BsonDocument("code", new BsonInt32(code)).append("errmsg", new BsonString("not you")),
        HOST);
  }

  private static MongoWriteException write(int code) {
    return new MongoWriteException(new WriteError(code, "no", new BsonDocument()), HOST, List.of());
  }
}
