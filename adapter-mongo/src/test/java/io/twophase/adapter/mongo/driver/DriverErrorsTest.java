package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.driver.DriverErrors.Verdict.IN_DOUBT;
import static io.twophase.adapter.mongo.driver.DriverErrors.Verdict.NOT_SENT;
import static io.twophase.adapter.mongo.driver.DriverErrors.Verdict.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.MongoClientException;
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
import java.net.ConnectException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DriverErrorsTest {

  private static final ServerAddress HOST = new ServerAddress("db.example", 27017);
  private static final int UNKNOWN_CODE = 123456;
  private static final DriverErrors ERRORS = new DriverErrors("MongoDB at db.example:27017");

  static Stream<Arguments> verdicts() {
    Stream<Arguments> told =
        Stream.of(
            arguments(new MongoSocketOpenException("open", HOST, broken()), NOT_SENT),
            arguments(new MongoTimeoutException("no server, or no connection"), NOT_SENT),
            arguments(new MongoServerUnavailableException("gone"), NOT_SENT),
            arguments(
                new MongoConnectionPoolClearedException(
                    new ServerId(new ClusterId(), HOST), broken()),
                NOT_SENT),
            arguments(new MongoOperationTimeoutException("at some moment"), IN_DOUBT),
            arguments(
                new MongoOperationTimeoutException(
                    "Timed out while waiting for a server that matches WritableServerSelector."
                        + " Client view of cluster state is {}"),
                NOT_SENT),
            arguments(
                new MongoOperationTimeoutException(
                    "Timed out after 500 ms while waiting for a connection to server"
                        + " db.example:27017."),
                NOT_SENT),
            arguments(
                new MongoOperationTimeoutException(
                    "Retry attempt exceeded the timeout limit.",
                    new MongoOperationTimeoutException(
                        "Timed out while waiting for a server that matches"
                            + " WritableServerSelector.")),
                IN_DOUBT),
            arguments(new MongoSocketWriteException("write", HOST, broken()), IN_DOUBT),
            arguments(new MongoSocketReadException("read", HOST, broken()), IN_DOUBT),
            arguments(new MongoSocketReadTimeoutException("read", HOST, broken()), IN_DOUBT),
            arguments(new MongoSocketClosedException("closed", HOST), IN_DOUBT),
            arguments(new MongoInterruptedException("waiting", null), IN_DOUBT),
            arguments(
                new MongoExecutionTimeoutException(50, "too long", new BsonDocument()), IN_DOUBT),
            arguments(new MongoNotPrimaryException(new BsonDocument(), HOST), IN_DOUBT),
            arguments(new MongoNodeIsRecoveringException(new BsonDocument(), HOST), IN_DOUBT),
            arguments(
                new MongoWriteConcernException(
                    new WriteConcernError(64, "WriteConcernTimeout", "waited", new BsonDocument()),
                    WriteConcernResult.acknowledged(1, true, null),
                    HOST,
                    List.of()),
                IN_DOUBT),
            arguments(new MongoException("anything else"), IN_DOUBT),
            arguments(new MongoClientException("anything else"), IN_DOUBT),
            arguments(login(null), REFUSED),
            arguments(login(command(18)), REFUSED),
            arguments(login(new MongoSocketReadException("read", HOST, broken())), NOT_SENT),
            arguments(login(new MongoSocketReadTimeoutException("read", HOST, broken())), NOT_SENT),
            arguments(login(command(91)), NOT_SENT),
            arguments(login(command(11600)), NOT_SENT),
            arguments(new MongoConfigurationException("nonsense"), REFUSED),
            arguments(incompatible(), REFUSED));
    Stream<Arguments> refused =
        IntStream.of(13, 14, 61, 121, 171, 322, 323, 324, 371, 10334)
            .mapToObj(code -> arguments(command(code), REFUSED));
    Stream<Arguments> refusedWrites =
        IntStream.of(11000, 16755, 16766, 17262).mapToObj(code -> arguments(write(code), REFUSED));
    Stream<Arguments> inDoubt =
        IntStream.of(
                301, 16500, 91, 189, 10107, 11600, 11602, 13435, 13436, 100, 50, 64, UNKNOWN_CODE)
            .mapToObj(code -> arguments(command(code), IN_DOUBT));
    return Stream.of(
            told, refused, refusedWrites, inDoubt, Stream.of(arguments(write(112), IN_DOUBT)))
        .flatMap(all -> all);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void whatIsKnownOfAWriteThatFailed(MongoException error, Verdict verdict) {
    assertThat(DriverErrors.ofWrite(error)).isEqualTo(verdict);
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

  /**
   * Each of them; and each label, and each of the driver's own kinds, with a code of no meaning.
   */
  static Stream<MongoException> passing() {
    MongoException labelled = command(UNKNOWN_CODE);
    labelled.addLabel("RetryableReadError");
    MongoException labelledAsAWrite = command(UNKNOWN_CODE);
    labelledAsAWrite.addLabel("RetryableWriteError");
    MongoException overloaded = command(462);
    overloaded.addLabel("SystemOverloadedError");
    return Stream.concat(
        IntStream.of(
                1, 6, 7, 24, 43, 50, 89, 91, 112, 133, 134, 150, 175, 189, 202, 237, 249, 262, 365,
                384, 402, 407, 453, 9001, 10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436,
                16500, 91331)
            .mapToObj(DriverErrorsTest::command),
        Stream.of(
            labelled,
            labelledAsAWrite,
            overloaded,
            new MongoNotPrimaryException(new BsonDocument(), HOST),
            new MongoNodeIsRecoveringException(new BsonDocument(), HOST)));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void whatPassesIsUnavailableToAReadAndLeavesAWriteInDoubt(MongoException error) {
    assertThat(ERRORS.ofRead("read db.accounts", error))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(DriverErrors.ofWrite(error)).isEqualTo(IN_DOUBT);
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

  static List<Arguments> reads() {
    return List.of(
        arguments(new MongoTimeoutException("x"), StoreUnavailableException.class),
        arguments(
            new MongoSocketReadException("x", HOST, new ConnectException("reset")),
            StoreUnavailableException.class),
        arguments(new MongoInterruptedException("x", null), StoreUnavailableException.class),
        arguments(command(13), StoreException.class),
        arguments(new MongoOperationTimeoutException("x"), StoreUnavailableException.class),
        arguments(command(UNKNOWN_CODE), StoreException.class),
        arguments(new MongoException("x"), StoreException.class));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void aReadIsNeverInDoubt(MongoException error, Class<?> exception) {
    assertThat(ERRORS.ofRead("read db.accounts", error))
        .isExactlyInstanceOf(exception)
        .hasMessageStartingWith("MongoDB at db.example:27017 ");
  }

  private static IOException broken() {
    return new IOException("broken pipe");
  }

  private static MongoSecurityException login(@Nullable MongoException cause) {
    return new MongoSecurityException(
        MongoCredential.createCredential("u", "admin", "s3cret".toCharArray()),
        "Exception authenticating",
        cause);
  }

  private static MongoIncompatibleDriverException incompatible() {
    return new MongoIncompatibleDriverException(
        "too old",
        new ClusterDescription(ClusterConnectionMode.SINGLE, ClusterType.UNKNOWN, List.of()));
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
