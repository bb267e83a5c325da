package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HOLD_OF_FINISHED;
import static io.twophase.app.audit.Finding.Kind.SETTLE_MISSED;

import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.Locale;

/** Findings and plain words for what they name. */
final class FindingText {

  private FindingText() {}

  /** The name of a state or a direction, as answers write it. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A hold is there, and its record is finished. */
  static Finding ofFinished(TransactionRecord record, Held held) {
    // said here again: the audit shares no code with what it judges
    boolean isMissed = record.state() == State.DONE && record.epoch().equals(held.hold().epoch());
    return isMissed
        ? missed(held, ", which is done, and has not been settled here")
        : left(held, ", which is " + lower(record.state()));
  }

  /** A hold is there, and its record was removed since it was finished. */
  static Finding ofRemoved(Receipt receipt, Held held) {
    boolean isMissed = receipt.isApplied() && receipt.epoch().equals(held.hold().epoch());
    return isMissed
        ? missed(held, ", which is done and removed, and has not been settled here")
        : left(held, ", which is " + (receipt.isApplied() ? "done" : "canceled") + " and removed");
  }

  private static Finding missed(Held held, String why) {
    return new Finding(SETTLE_MISSED, held.id(), held.words() + why);
  }

  private static Finding left(Held held, String why) {
    return new Finding(HOLD_OF_FINISHED, held.id(), held.words() + why);
  }

  /** As durations are written on the command line: 49h3m, 30m or 12s, to the second. */
  static String duration(Duration duration) {
    String iso = Duration.ofSeconds(duration.toSeconds()).toString();
    return iso.substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
