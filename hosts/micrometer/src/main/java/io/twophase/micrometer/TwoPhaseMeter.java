package io.twophase.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The meters besides the {@linkplain TwoPhaseObservation observations}. */
public enum TwoPhaseMeter implements MeterDocumentation {
  /** Time from the begin of a transaction to the moment when it is certain what becomes of it. */
  DECISION("twophase.decision", Meter.Type.TIMER, MeterKey.OUTCOME),
  /** Time from the begin of a transaction to the moment when all of it is settled or released. */
  FINISH("twophase.finish", Meter.Type.TIMER, MeterKey.OUTCOME),
  /** The number of transactions that share a batch; a lone one is a batch of one. */
  BATCH_SIZE("twophase.batch.size", Meter.Type.DISTRIBUTION_SUMMARY),
  /**
   * The outcomes of transactions, each time that one was asked for. These counters, and all others
   * below, are there from the start, so that the first one of a kind is seen to be one more.
   */
  OUTCOMES("twophase.outcomes", Meter.Type.COUNTER, MeterKey.OUTCOME, MeterKey.FOUND),
  /** The answers to requests of authorizations. */
  AUTHORIZATIONS("twophase.authorizations", Meter.Type.COUNTER, MeterKey.REQUEST, MeterKey.OUTCOME),
  /** Times that transactions had no answer to a step, and went on after a pause. */
  RETRIES("twophase.retries", Meter.Type.COUNTER),
  /** Times that a transaction began to wait for a busy document or account. */
  BUSY("twophase.busy", Meter.Type.COUNTER),
  /** Transactions taken over from another owner. */
  TAKE_OVERS("twophase.takeovers", Meter.Type.COUNTER),
  /** The results of recovery. */
  RECOVERED("twophase.recovered", Meter.Type.COUNTER, MeterKey.RESULT),
  /** Orphans that scrubs found. */
  ORPHANS("twophase.orphans", Meter.Type.COUNTER, MeterKey.RESULT),
  /** Attempts of functions that were in conflict with other transactions. */
  CONFLICTS("twophase.conflicts", Meter.Type.COUNTER),
  /** Times that the host's executor threw. */
  EXECUTOR_REFUSALS("twophase.executor.refusals", Meter.Type.COUNTER),
  /** Transactions that wait for a batch now. */
  QUEUE_WAITING("twophase.queue.waiting", Meter.Type.GAUGE),
  /** Transactions that wait for others' work now. */
  QUEUE_BLOCKED("twophase.queue.blocked", Meter.Type.GAUGE),
  /** Unfinished transactions and batches of all processes, as the store was last asked. */
  UNFINISHED("twophase.unfinished", Meter.Type.GAUGE, MeterKey.STATE),
  /** The time since the oldest of them changed. */
  UNFINISHED_AGE("twophase.unfinished.age", Meter.Type.GAUGE, MeterKey.STATE),
  /** The number of times that the store was asked for them. */
  STORE_ASKED("twophase.store.asked", Meter.Type.COUNTER, MeterKey.RESULT);

  /** Keys of the meters. Their values are few. */
  public enum MeterKey implements KeyName {
    /** The outcome of a transaction or of a request. */
    OUTCOME,
    /**
     * The mark of a transaction that was decided before it was asked for now: {@code true} or
     * {@code false}.
     */
    FOUND,
    /** The request: {@code authorize}, {@code approve}, {@code capture}, {@code void}. */
    REQUEST,
    /** The result of an attempt. */
    RESULT,
    /** A state of records: {@code initial}, {@code pending}, {@code applied}, {@code canceling}. */
    STATE;

    @Override
    public String asString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String meterName;
  private final Meter.Type type;

  @SuppressWarnings("ImmutableEnumChecker") // of List.of, which nothing changes
  private final List<MeterKey> keys;

  TwoPhaseMeter(String meterName, Meter.Type type, MeterKey... keys) {
    this.meterName = meterName;
    this.type = type;
    this.keys = List.of(keys);
  }

  @Override
  public String getName() {
    return meterName;
  }

  @Override
  public Meter.Type getType() {
    return type;
  }

  @Override
  public @Nullable String getBaseUnit() {
    return this == UNFINISHED_AGE ? "seconds" : null;
  }

  @Override
  public KeyName[] getKeyNames() {
    return keys.toArray(KeyName[]::new);
  }
}
