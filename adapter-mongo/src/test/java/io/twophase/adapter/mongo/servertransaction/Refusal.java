package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** A command that is refused because of a transaction or a failover, as MongoDB words it. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final String TRANSIENT = "TransientTransactionError";

  /** Errors of MongoDB, each with its code, its name, a label if it has one, and its message. */
  enum Kind {
    /** Somebody else has written what the transaction wants to write. */
    WRITE_CONFLICT(112, "WriteConflict", TRANSIENT, "this operation conflicted"),
    NO_SUCH_TRANSACTION(251, "NoSuchTransaction", TRANSIENT, "Transaction %s has been aborted."),
    COMMITTED(256, "TransactionCommitted", "", "Transaction %s has been committed."),
    TOO_OLD(225, "TransactionTooOld", "", "a newer number than %s was used already"),
    NUMBER_IN_USE(117, "ConflictingOperationInProgress", "", "number %s is in use"),
    NOT_SUPPORTED(263, "OperationNotSupportedInTransaction", "", "%s is not supported"),
    INVALID_OPTIONS(72, "InvalidOptions", "", "only the %s"),
    MAX_TIME_EXPIRED(50, "MaxTimeMSExpired", "", "operation exceeded time limit"),
    CLOSING(11600, "InterruptedAtShutdown", "", "the server shuts down"),
    /** Another member has become primary while the command waited: what it had done is undone. */
    INTERRUPTED(11602, "InterruptedDueToReplStateChange", "RetryableWriteError", "interrupted");

    private final int code;
    private final String title;
    private final String label;
    private final String message;

    Kind(int code, String title, String label, String message) {
      this.code = code;
      this.title = title;
      this.label = label;
      this.message = message;
    }
  }

  private final Kind kind;

  Refusal(Kind kind, Object... words) {
    super(kind.message.formatted(words));
    this.kind = kind;
  }

  boolean isConflict() {
    return kind == Kind.WRITE_CONFLICT;
  }

  /** What the client is told. */
  Document answer() {
    Document answer =
        new Document("ok", 0.0)
            .append("errmsg", getMessage())
            .append("code", kind.code)
            .append("codeName", kind.title);
    return kind.label.isEmpty() ? answer : answer.append("errorLabels", List.of(kind.label));
  }
}
