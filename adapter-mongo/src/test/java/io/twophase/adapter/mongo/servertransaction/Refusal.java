package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** A command that is refused because of a transaction or a failover, as MongoDB words it. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int WRITE_CONFLICT = 112;
  private static final String TRANSIENT = "TransientTransactionError";

  private final int code;
  private final String name;
  private final List<String> labels;

  private Refusal(int code, String name, String message, List<String> labels) {
    super(message);
    this.code = code;
    this.name = name;
    this.labels = labels;
  }

  /** Somebody else has written what the transaction wants to write. */
  static Refusal writeConflict() {
    return new Refusal(
        WRITE_CONFLICT,
        "WriteConflict",
        "WriteConflict error: this operation conflicted",
        List.of(TRANSIENT));
  }

  static Refusal noSuchTransaction(long number) {
    return new Refusal(
        251,
        "NoSuchTransaction",
        "Transaction " + number + " has been aborted.",
        List.of(TRANSIENT));
  }

  static Refusal snapshotUnavailable(String database) {
    return new Refusal(
        246,
        "SnapshotUnavailable",
        "something of " + database + " was dropped after the snapshot",
        List.of(TRANSIENT));
  }

  static Refusal committed(long number) {
    return of(256, "TransactionCommitted", "Transaction " + number + " has been committed.");
  }

  static Refusal tooOld(long number) {
    return of(225, "TransactionTooOld", "a newer number than " + number + " was used already");
  }

  static Refusal numberInUse(long number) {
    return of(117, "ConflictingOperationInProgress", "number " + number + " is in use");
  }

  static Refusal notSupported(String what) {
    return of(
        263, "OperationNotSupportedInTransaction", what + " is not supported in a transaction");
  }

  static Refusal invalidOptions(String message) {
    return of(72, "InvalidOptions", message);
  }

  static Refusal maxTimeExpired() {
    return of(50, "MaxTimeMSExpired", "operation exceeded time limit");
  }

  static Refusal closing() {
    return of(11600, "InterruptedAtShutdown", "the server shuts down");
  }

  /** Another member has become primary while the command waited: what it had done is undone. */
  static Refusal interrupted() {
    return new Refusal(
        11602,
        "InterruptedDueToReplStateChange",
        "operation was interrupted",
        List.of("RetryableWriteError"));
  }

  private static Refusal of(int code, String name, String message) {
    return new Refusal(code, name, message, List.of());
  }

  boolean isConflict() {
    return code == WRITE_CONFLICT;
  }

  /** What the client is told. */
  Document answer() {
    Document answer =
        new Document("ok", 0.0)
            .append("errmsg", getMessage())
            .append("code", code)
            .append("codeName", name);
    return labels.isEmpty() ? answer : answer.append("errorLabels", labels);
  }
}
