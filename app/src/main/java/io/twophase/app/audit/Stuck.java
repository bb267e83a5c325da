package io.twophase.app.audit;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks that no transaction is unfinished and unmodified for long. */
final class Stuck implements Check {

  private final Records stored;
  private final Duration stuckAfter;
  private final Findings findings;
  private final Map<TransactionId, String> stuck = new LinkedHashMap<>();

  Stuck(Records stored, Duration stuckAfter, Findings findings) {
    this.stored = stored;
    this.stuckAfter = stuckAfter;
    this.findings = findings;
  }

  @Override
  public void see(Lookup lookup) {
    lookup
        .transaction()
        .filter(seen -> !seen.state().isFinal() && isStuck(seen, lookup.unmodifiedFor()))
        .ifPresent(
            seen ->
                stuck.put(
                    seen.id(),
                    Findings.lower(seen.state())
                        + ", unmodified for "
                        + text(lookup.unmodifiedFor())));
  }

  /** An authorization waits for its capture, and is stuck only once it should have been voided. */
  private boolean isStuck(Transaction record, Duration unmodifiedFor) {
    return record.state() == State.AUTHORIZED
        ? record.isOverdueAt(record.lastModified().plus(unmodifiedFor).minus(stuckAfter))
        : unmodifiedFor.compareTo(stuckAfter) >= 0;
  }

  /** As durations are written on the command line: 49h3m, 30m or 12s, to the second. */
  static String text(Duration duration) {
    String iso = Duration.ofSeconds(duration.toSeconds()).toString();
    return iso.substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  /** A record that was just closed may be read a moment too old: so each is read once more. */
  @Override
  public void end() {
    for (Lookup lookup : stored.findMembers(List.copyOf(stuck.keySet()))) {
      lookup
          .transaction()
          .filter(transaction -> transaction.state().isFinal())
          .ifPresent(finished -> stuck.remove(finished.id()));
    }
    stuck.forEach((id, detail) -> findings.add(Finding.Kind.STUCK, id.value(), detail));
  }
}
