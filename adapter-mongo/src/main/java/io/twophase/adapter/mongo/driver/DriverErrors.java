package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonValue;

/**
 * The meaning of the driver's errors. An effect that is not known for certain is in doubt: that
 * costs a reading, and a wrong certainty costs money.
 *
 * @param store what the store is called in messages, such as {@code MongoDB at host:27017}
 */
public record DriverErrors(String store) {

  /** A unique index has the key already. */
  public static final int DUPLICATE_KEY = 11000;

  /** Something went wrong in the server, for the moment or for good. */
  public static final int INTERNAL_ERROR = 1;

  /** There is no such command. */
  public static final int COMMAND_NOT_FOUND = 59;

  private static final int NO_RETRYABLE_WRITES = 301;

  /** No majority had the write in time. */
  static final int WRITE_CONCERN_TIMEOUT = 64;

  /** In the driver's messages, before the exception at the bottom. */
  private static final String CAUSED_BY = "caused by {";

  /** The driver's first words when there was no server or no connection in time. */
  private static final String WAITED = "Timed out ";

  /** "Size … is larger than MaxDocumentSize", of DocumentDB on PostgreSQL. */
  private static final int DOCUMENTDB_TOO_LARGE = 285_999_133;

  /** A document is larger than the server takes one: to be inserted, updated, upserted. */
  private static final Set<Integer> TOO_LARGE = Set.of(10334, 17419, 17420, DOCUMENTDB_TOO_LARGE);

  /**
   * With these a server says that it did not make the write, and will not. The server
   *
   * <ul>
   *   <li>does not take what is asked: 2 BadValue, 9 FailedToParse, 14 TypeMismatch, 20
   *       IllegalOperation, 28 PathNotViable, 40 ConflictingUpdateOperators, 52
   *       DollarPrefixedFieldName, 66 ImmutableField, 72 InvalidOptions
   *   <li>has no such command or operator: 59 CommandNotFound, 115 CommandNotSupported, 168
   *       InvalidPipelineOperator, 224 QueryFeatureNotAllowed, 238 NotImplemented, 322
   *       APIVersionError, 323 APIStrictError, 324 APIDeprecationError, and 303 of Amazon
   *       DocumentDB, which MongoDB has for its hello alone
   *   <li>does not permit it: 13 Unauthorized, 18 AuthenticationFailed, 371 UserWritesBlocked, 8000
   *       AtlasError, which is also that of a quota
   *   <li>has no place for it: 26 NamespaceNotFound, 61 ShardKeyNotFound, 73 InvalidNamespace, 166
   *       CommandNotSupportedOnView, 13297 DatabaseDifferCase
   *   <li>has an index or a validator that takes no such document: 85 IndexOptionsConflict, 86
   *       IndexKeySpecsConflict, 121 DocumentValidationFailure, 171 CannotIndexParallelArrays,
   *       11000 DuplicateKey, 17280 KeyTooLong
   *   <li>takes no such large one: 10334 BSONObjectTooLarge, 17419 and 17420 of an update,
   *       285999133 of DocumentDB on PostgreSQL
   * </ul>
   */
  private static final Set<Integer> CERTAIN_REFUSALS =
      Set.of(
          2, 9, 13, 14, 18, 20, 26, 28, 40, 52, 59, 61, 66, 72, 73, 85, 86, 115, 121, 166, 168, 171,
          224, 238, 303, 322, 323, 324, 371, 8000, 10334, 11000, 13297, 17280, 17419, 17420,
          285999133);

  /**
   * With these a server says that it has no such command, or not as it is configured, or none with
   * such a field.
   */
  private static final Set<Integer> NO_SUCH_COMMAND =
      Set.of(COMMAND_NOT_FOUND, 115, 238, 303, 323, 8000, 40415);

  /** An index of places, of hashes or of a text takes no such value: the write is not made. */
  private static final Set<Integer> UNFIT_FOR_AN_INDEX =
      Set.of(
          13026, 13027, 13067, 13068, 16732, 16733, 16754, 16755, 16756, 16766, 16804, 17261,
          17262);

  /**
   * With these a server says that it cannot answer for the moment. A request that is repeated may
   * be answered a moment later. The server
   *
   * <ul>
   *   <li>is no primary, or is shutting down: 91 ShutdownInProgress, 189 PrimarySteppedDown, 10058
   *       LegacyNotPrimary, 10107 NotWritablePrimary, 11600 InterruptedAtShutdown, 11602
   *       InterruptedDueToReplStateChange, 13435 NotPrimaryNoSecondaryOk, 13436
   *       NotPrimaryOrSecondary; or is a new one: 134 ReadConcernMajorityNotAvailableYet
   *   <li>does not reach another server that it needs: 6 HostUnreachable, 7 HostNotFound, 89
   *       NetworkTimeout, 133 FailedToSatisfyReadPreference, 202 NetworkInterfaceExceededTimeLimit,
   *       384 ConnectionError, 9001 SocketException, 91331 RetriableRemoteCommandFailure
   *   <li>is out of time, or has lost or ended the cursor or what it was doing: 24 LockTimeout, 43
   *       CursorNotFound, 50 MaxTimeMSExpired, 112 WriteConflict, 175 QueryPlanKilled, 237
   *       CursorKilled, 262 ExceededTimeLimit, 276 IndexBuildAborted, 11601 Interrupted
   *   <li>has asked a shard that the documents are leaving: 150 StaleEpoch, 249 StaleDbVersion, 453
   *       InterruptedDueToReshardingCriticalSection, 13388 StaleConfig
   *   <li>has too much to do: 365 TemporarilyUnavailable, 402 ResourceExhausted, 407
   *       PooledConnectionAcquisitionExceededTimeLimit, 16500 TooManyRequests, of Cosmos DB
   *   <li>is FerretDB, whose PostgreSQL is down: 1
   * </ul>
   */
  private static final Set<Integer> PASSING =
      Set.of(
          1, 6, 7, 24, 43, 50, 89, 91, 112, 133, 134, 150, 175, 189, 202, 237, 249, 262, 276, 365,
          384, 402, 407, 453, 9001, 10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 16500,
          91331);

  /** Labels with which a server or the driver says that the same request may succeed later. */
  private static final Set<String> PASSING_LABELS =
      Set.of("RetryableReadError", "RetryableWriteError", "SystemOverloadedError");

  /** The driver's words of a client, its sessions or its view of a cluster that are closed. */
  private static final Pattern CLOSED =
      Pattern.compile("state should be: (server session pool is |is )?open");

  /** MongoDB: {@code … index: NAME dup key: …}; DocumentDB: {@code … Index 'NAME'}. */
  private static final Pattern INDEX =
      Pattern.compile("\\bindex:? +'?([^\\s']+)'?", Pattern.CASE_INSENSITIVE);

  /** The knowledge of a write that failed. */
  public enum Verdict {
    /** Nothing was sent. */
    NOT_SENT,
    /** The server has not made it, and will not. */
    REFUSED,
    /** It may have been made, or may yet be. */
    IN_DOUBT
  }

  /**
   * Returns what is known of the write, or batch of writes in one command, that ended in {@code
   * error}.
   */
  public static Verdict ofWrite(MongoException error) {
    // of this kind, but of any moment of an operation
    if (error instanceof MongoOperationTimeoutException) {
      return isBeforeSending(error) ? Verdict.NOT_SENT : Verdict.IN_DOUBT;
    }
    if (error instanceof MongoTimeoutException
        || error instanceof MongoSocketOpenException
        || error instanceof MongoConnectionPoolClearedException
        || error instanceof MongoServerUnavailableException
        || lostInLogin(error).isPresent()) {
      return Verdict.NOT_SENT;
    }
    if (error instanceof MongoSecurityException
        || error instanceof MongoConfigurationException
        || error instanceof MongoIncompatibleDriverException
        || lacksRetryableWrites(error)) {
      return Verdict.REFUSED;
    }
    boolean server = error instanceof MongoCommandException || error instanceof MongoWriteException;
    return server ? ofCode(error.getCode()) : Verdict.IN_DOUBT;
  }

  /**
   * The fault by which a connection, or its server, was lost while the driver logged in, so that
   * the login was not judged: as in a failover, after which each connection logs in anew. If an
   * earlier attempt may have sent something, then the driver throws that attempt's error.
   */
  private static Optional<MongoException> lostInLogin(MongoException error) {
    return error instanceof MongoSecurityException
            && error.getCause() instanceof MongoException cause
            && isTransient(cause)
        ? Optional.of(cause)
        : Optional.empty();
  }

  /** Amazon DocumentDB says so of each; on MongoDB the code is that of damage. */
  private static boolean lacksRetryableWrites(MongoException error) {
    return error.getCode() == NO_RETRYABLE_WRITES
        && error instanceof MongoCommandException command
        && command.getErrorMessage().startsWith("Retryable writes are not supported");
  }

  /**
   * Returns whether the driver's {@code timeoutMS} ran out while it waited for a server or a
   * connection, in its first attempt. Only the words tell. If an earlier attempt may have sent
   * something, then the driver throws that attempt's error, or its own under other words.
   */
  private static boolean isBeforeSending(MongoException error) {
    String words = String.valueOf(error.getMessage());
    return words.startsWith(WAITED) && words.contains("while waiting ");
  }

  /** Returns what is known of a write for which the server answered with an error code. */
  public static Verdict ofCode(int code) {
    return CERTAIN_REFUSALS.contains(code) || UNFIT_FOR_AN_INDEX.contains(code)
        ? Verdict.REFUSED
        : Verdict.IN_DOUBT;
  }

  /**
   * Returns whether a server refused a write with that code because of what the document would
   * weigh.
   */
  public static boolean isTooLarge(int code) {
    return TOO_LARGE.contains(code);
  }

  /** For a write of which nothing was sent. */
  public StoreUnavailableException unavailable(MongoException error) {
    return new StoreUnavailableException(
        store + " cannot be reached: " + reason(lostInLogin(error).orElse(error)), error);
  }

  /** For a write that was refused for certain. */
  public StoreException refused(String what, MongoException error) {
    if (error instanceof MongoSecurityException) {
      return new StoreException(store + " does not accept the login: " + reason(error), error);
    }
    return new StoreException(
        "%s refuses to %s: %s%s%s"
            .formatted(
                store,
                what,
                codeOf(error),
                reason(error),
                (lacksRetryableWrites(error) ? ": put retryWrites=false into the URI" : "")),
        error);
  }

  /** For a write in a batch that the server refused with a code. */
  public StoreException refused(String what, int code, String message, MongoException error) {
    return new StoreException(
        store + " refuses to " + what + ": code " + code + ", " + oneLine(message), error);
  }

  /** For an insert whose id is free, and that a unique index of something else refused. */
  public StoreException refusedByIndex(
      String what, BsonValue id, String message, MongoException error) {
    String index =
        index(message)
            .map(name -> "the unique index " + name)
            .orElse("a unique index, which the server does not name,");
    return new StoreException(
        ("%s refuses to %s with _id %s: its _id is free, but %s of that collection,"
                + " which is not Twophase's, has its key already; nothing is stored: %s")
            .formatted(store, what, BsonText.of(id), index, oneLine(message)),
        error);
  }

  /** For a document that the driver does not send, so large is it. */
  public StoreException tooLarge(String what, BsonMaximumSizeExceededException error) {
    return new StoreException(
        store + " is not asked to " + what + ": " + oneLine(String.valueOf(error.getMessage())),
        error);
  }

  /** For a read that a majority was to confirm, and did not: unavailable if that may pass. */
  public StoreException unconfirmed(String what, Duration wait, MongoWriteConcernException error) {
    int code = error.getWriteConcernError().getCode();
    String fault =
        "%s: %s could not be confirmed by a majority%s: code %s, %s"
            .formatted(
                store,
                what,
                (code == WRITE_CONCERN_TIMEOUT ? " within " + wait.toSeconds() + " s" : ""),
                code,
                oneLine(error.getWriteConcernError().getMessage()));
    return PASSING.contains(code)
        ? new StoreUnavailableException(fault, error)
        : new StoreException(fault, error);
  }

  /** Returns whether the connection is lost, or a later try may succeed: any cursor has ended. */
  public static boolean isTransient(MongoException error) {
    return isPassing(error) || error instanceof MongoSocketException;
  }

  private static boolean isPassing(MongoException error) {
    return error instanceof MongoOperationTimeoutException
        || error instanceof MongoNotPrimaryException
        || error instanceof MongoNodeIsRecoveringException
        || PASSING.contains(error.getCode())
        || error.getCode() == WRITE_CONCERN_TIMEOUT
        || SqlStates.arePassing(error.getCode())
        || PASSING_LABELS.stream().anyMatch(error::hasErrorLabel);
  }

  /**
   * Returns whether the server said that it does not have the command, and so did nothing of it. To
   * a quota Atlas gives the code that its small tiers give to the command: a caller sends the same
   * by another command, and is told.
   */
  public static boolean lacksCommand(MongoException error) {
    if (error instanceof ClientBulkWriteException bulk) {
      MongoException cause = bulk.getCause();
      boolean answeredAny = bulk.getPartialResult().isPresent() || !bulk.getWriteErrors().isEmpty();
      return cause != null && !answeredAny && lacksCommand(cause);
    }
    return error instanceof MongoCommandException && NO_SUCH_COMMAND.contains(error.getCode());
  }

  /**
   * Returns the driver's error. If another thread closes the client under a call, then the driver
   * throws an {@link IllegalStateException}, which becomes a {@link MongoInterruptedException}.
   *
   * @throws RuntimeException the thrown one, if it is neither
   */
  public static MongoException of(RuntimeException thrown) {
    if (thrown instanceof MongoException error) {
      return error;
    } else if (CLOSED.matcher(String.valueOf(thrown.getMessage())).lookingAt()) {
      return new MongoInterruptedException("the client is closed", thrown);
    }
    throw thrown;
  }

  /** For a read, which changes nothing and so is never in doubt. */
  public StoreException ofRead(String what, RuntimeException thrown) {
    MongoException error = of(thrown);
    if (ofWrite(error) == Verdict.NOT_SENT
        || error instanceof MongoSocketException
        || error instanceof MongoInterruptedException) {
      return unavailable(error);
    }
    if (ofWrite(error) == Verdict.REFUSED) {
      return refused(what, error);
    }
    String fault = store + " did not " + what + ": " + codeOf(error) + reason(error);
    return isPassing(error)
        ? new StoreUnavailableException(fault, error)
        : new StoreException(fault, error);
  }

  /**
   * Makes a call of the driver that may be made again, and so is never in doubt.
   *
   * @throws StoreException if the driver fails, as {@link #ofRead} says of its error
   */
  public <T> T call(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (MongoException | IllegalStateException failed) {
      throw ofRead(what, failed);
    }
  }

  /** Makes a call as {@link #call(String, Supplier)} does, of which nothing comes back. */
  public void call(String what, Runnable call) {
    call(
        what,
        () -> {
          call.run();
          return true;
        });
  }

  private static String codeOf(MongoException error) {
    boolean client = error instanceof MongoClientException || error.getCode() <= 0;
    return client ? "" : "code " + error.getCode() + ", ";
  }

  /** Returns what is at the bottom of the driver's long messages. */
  private static String reason(MongoException error) {
    if (error instanceof MongoCommandException command && !command.getErrorMessage().isEmpty()) {
      return oneLine(command.getErrorMessage());
    }
    String message = String.valueOf(error.getMessage());
    int cause = message.lastIndexOf(CAUSED_BY);
    if (cause >= 0) {
      String bottom = message.substring(cause + CAUSED_BY.length());
      int end = bottom.indexOf('}');
      String last = end < 0 ? bottom : bottom.substring(0, end);
      // of these Java's message is the bare name
      return oneLine(
          last.contains("UnknownHostException")
              ? "no host is known by the name " + withoutClass(last)
              : withoutClass(last));
    }
    if (message.contains("ServerSelector")) {
      return "no server that takes writes was found in time (a primary, a standalone or a mongos)";
    }
    int view = message.indexOf(". Client view of cluster state");
    return oneLine(view < 0 ? message : message.substring(0, view));
  }

  private static String withoutClass(String described) {
    int colon = described.indexOf(": ");
    boolean className = colon > 0 && described.lastIndexOf(' ', colon) < 0;
    return className ? described.substring(colon + 2) : described;
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }

  /** The unique index that has the key, if the words name one. */
  static Optional<String> index(String words) {
    Matcher matcher = INDEX.matcher(words);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Returns whether the words name the index of {@code _id}, which every collection has. */
  public static boolean isOfId(String words) {
    // MongoDB 4.0 names the index with its collection: bank.transactions.$_id_
    return index(words).filter(name -> name.equals("_id_") || name.endsWith("$_id_")).isPresent();
  }

  /**
   * The error codes of engines that store in PostgreSQL, such as DocumentDB, where the error is
   * PostgreSQL's own: its SQLSTATE of five digits and letters, as the number that PostgreSQL keeps
   * it in, six bits to a character.
   */
  static final class SqlStates {

    private static final int BITS = 6;

    /** With these PostgreSQL says that the same request may be answered later. */
    private static final Set<Integer> PASSING =
        Stream.of(
                "40001", // serialization_failure
                "40P01", // deadlock_detected
                "53300", // too_many_connections
                "55P03", // lock_not_available
                "57P01", // admin_shutdown
                "57P02", // crash_shutdown
                "57P03") // cannot_connect_now
            .map(SqlStates::code)
            .collect(Collectors.toUnmodifiableSet());

    private SqlStates() {}

    /** Returns whether an error of this code may pass. */
    static boolean arePassing(int code) {
      return PASSING.contains(code);
    }

    /** The number of a state: its first character in the lowest bits. */
    static int code(String state) {
      int code = 0;
      for (int at = 0; at < state.length(); at++) {
        code |= ((state.charAt(at) - '0') & ((1 << BITS) - 1)) << (BITS * at);
      }
      return code;
    }
  }
}
