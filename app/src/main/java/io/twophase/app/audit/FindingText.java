package io.twophase.app.audit;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.Locale;

/** Findings and plain words for what they name. */
final class FindingText {

  private FindingText() {}

  /** The name of a state or a direction, as answers write it. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * What is off with a hold of that epoch, of a transaction that is finished.
   *
   * @param held what it holds, in words
   */
  static Finding ofFinished(Transaction record, Epoch epoch, String id, String held) {
    // said here again: the audit shares no code with what it judges
    boolean isMissed = record.state() == State.DONE && record.epoch().equals(epoch);
    return isMissed
        ? new Finding(
            Finding.Kind.SETTLE_MISSED, id, held + ", which is done, and has not been settled here")
        : new Finding(
            Finding.Kind.HOLD_OF_FINISHED, id, held + ", which is " + lower(record.state()));
  }

  /**
   * The same of one whose record was removed since.
   *
   * @param held what it holds, in words
   */
  static Finding ofRemoved(Receipt receipt, Epoch epoch, String id, String held) {
    boolean isMissed = receipt.isApplied() && receipt.epoch().equals(epoch);
    return isMissed
        ? new Finding(
            Finding.Kind.SETTLE_MISSED,
            id,
            held + ", which is done and removed, and has not been settled here")
        : new Finding(
            Finding.Kind.HOLD_OF_FINISHED,
            id,
            held + ", which is " + (receipt.isApplied() ? "done" : "canceled") + " and removed");
  }

  /** As durations are written on the command line: 49h3m, 30m or 12s, to the second. */
  static String duration(Duration duration) {
    String iso = Duration.ofSeconds(duration.toSeconds()).toString();
    return iso.substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
