package io.twophase.app.engine;

import io.twophase.app.engine.Engine.EngineListener;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Records;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Tries records as one transaction of the store each, as often as that pays: after each vain try
 * the shortcut rests, twice as long as the last time; each success halves the next rest. The
 * protocol runs the others, as the same record. Thread-safe.
 */
final class Shortcut {

  /** The rest after the first record that met others. */
  static final Duration SHORTEST_REST = Duration.ofMillis(5);

  /** The longest rest, and the rest after a store has failed, refused or not answered. */
  static final Duration LONGEST_REST = Duration.ofSeconds(1);

  private final Records records;
  private final Ticker ticker;
  private final EngineListener listener;
  private volatile Rest rest = new Rest(Duration.ZERO, Duration.ZERO);

  /** A rest of so long, until then by the ticker. */
  private record Rest(Duration until, Duration length) {}

  Shortcut(Records records, Ticker ticker, EngineListener listener) {
    this.records = records;
    this.ticker = ticker;
    this.listener = listener;
  }

  /** Runs the record at once, or not at all, or nobody knows: see {@link Records#tryWhole}. */
  Whole run(NewRecord record) {
    if (!endsAtOnce(record) || isResting()) {
      return Whole.of(Whole.Kind.NOT_RUN);
    }
    Whole whole = tried(record);
    Duration last = rest.length();
    rest =
        switch (whole.kind()) {
          case COMMITTED -> new Rest(Duration.ZERO, last.dividedBy(2));
          case CONTENDED -> resting(last.multipliedBy(2));
          case NOT_RUN, IN_DOUBT -> resting(LONGEST_REST);
        };
    return whole;
  }

  private Whole tried(NewRecord record) {
    try {
      return StepCalls.told(
          listener, ProtocolStep.SERVER_TRANSACTION, 1, () -> records.tryWhole(record));
    } catch (StoreUnavailableException nothingSent) {
      return Whole.of(Whole.Kind.NOT_RUN);
    } catch (StoreException fault) {
      return Whole.of(Whole.Kind.IN_DOUBT);
    }
  }

  private static boolean endsAtOnce(NewRecord record) {
    return record.id().isOfMany() || record.members().get(0).authorization().isEmpty();
  }

  private boolean isResting() {
    Duration until = rest.until();
    return !until.isZero() && ticker.elapsed().compareTo(until) < 0;
  }

  private Rest resting(Duration wanted) {
    Duration atLeast = Collections.max(List.of(wanted, SHORTEST_REST));
    Duration length = Collections.min(List.of(atLeast, LONGEST_REST));
    return new Rest(ticker.elapsed().plus(length), length);
  }
}
