package io.twophase.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The kinds of observations: meters and spans come of it, as the handlers of the host's registry
 * make them.
 */
public enum TwoPhaseObservation implements ObservationDocumentation {

  /** A transaction, from when it is asked for until it has come to its end in this process. */
  TRANSACTION(
      TransactionConvention.Standard.class,
      List.of(Key.OUTCOME, Key.REFUSAL, Key.FOUND),
      List.of(Key.TRANSACTION_ID)),

  /** Work of one thread on several transactions that share a batch. */
  BATCH(BatchConvention.Standard.class, List.of(), List.of(Key.BATCH_SIZE)),

  /** A step of the protocol, as the store is asked for it. */
  STEP(StepConvention.Standard.class, List.of(Key.STEP), List.of(Key.STEP_TRANSACTIONS));

  private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;

  @SuppressWarnings("ImmutableEnumChecker") // of List.of, which nothing changes
  private final List<Key> keys;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Key> details;

  TwoPhaseObservation(
      Class<? extends ObservationConvention<? extends Observation.Context>> convention,
      List<Key> keys,
      List<Key> details) {
    this.convention = convention;
    this.keys = keys;
    this.details = details;
  }

  @Override
  public Class<? extends ObservationConvention<? extends Observation.Context>>
      getDefaultConvention() {
    return convention;
  }

  /** Returns the keys for meters and spans. Their values are few. */
  @Override
  public KeyName[] getLowCardinalityKeyNames() {
    return keys.toArray(KeyName[]::new);
  }

  /** Returns the keys for spans alone. */
  @Override
  public KeyName[] getHighCardinalityKeyNames() {
    return details.toArray(KeyName[]::new);
  }

  @Override
  public Observation.Event[] getEvents() {
    return this == TRANSACTION ? TransactionEvent.values() : new Observation.Event[0];
  }

  /** A key of observations. */
  public enum Key implements KeyName {
    /** {@code applied}, {@code refused}, {@code unknown}, {@code not_asked} or {@code failed}. */
    OUTCOME("outcome"),

    /** The kind of the refusal, such as {@code InsufficientFunds}; else {@code none}. */
    REFUSAL("refusal"),

    /**
     * The mark of a transaction that was decided before it was asked for now: {@code true} or
     * {@code false}.
     */
    FOUND("found"),

    /** The id of a transaction. */
    TRANSACTION_ID("twophase.transaction.id"),

    /** The number of transactions that share a batch. */
    BATCH_SIZE("twophase.batch.size"),

    /** The name of the step in small letters: {@code begin}, {@code hold}, {@code decide}… */
    STEP("step"),

    /** The number of a step's transactions; a batch that is one transaction counts as one. */
    STEP_TRANSACTIONS("twophase.step.transactions");

    private final String text;

    Key(String text) {
      this.text = text;
    }

    @Override
    public String asString() {
      return text;
    }
  }

  /** An event on the way of a transaction. */
  public enum TransactionEvent implements Observation.Event {
    /** Work on it begins. */
    BEGUN,

    /** It is certain what becomes of it. */
    DECIDED,

    /** All of it is settled or released. */
    FINISHED;

    @Override
    public String getName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A transaction, from when it is asked for until it has come to its end in this process. */
  public static final class TransactionContext extends Observation.Context {

    private final TransactionId id;
    private final AtomicReference<TransactionOutcome> outcome = new AtomicReference<>();

    TransactionContext(TransactionId id) {
      this.id = id;
    }

    /** Returns which transaction. */
    public TransactionId id() {
      return id;
    }

    /** Returns what became of it; none before its end, and where it ended with an exception. */
    public Optional<TransactionOutcome> outcome() {
      return Optional.ofNullable(outcome.get());
    }

    void ended(TransactionOutcome ended) {
      outcome.set(ended);
    }
  }

  /** Work of one thread on several transactions, asked for by one caller or by many. */
  public static final class BatchContext extends Observation.Context {

    private final List<Observation> transactions;

    BatchContext(List<Observation> transactions) {
      this.transactions = List.copyOf(transactions);
    }

    /** The observations of the transactions, each of a {@link TransactionContext}. */
    public List<Observation> transactions() {
      return transactions;
    }
  }

  /** A step of the protocol: one call on the store, or a few, for any number of transactions. */
  public static final class StepContext extends Observation.Context {

    private final ProtocolStep step;
    private final int transactions;

    StepContext(ProtocolStep step, int transactions) {
      this.step = step;
      this.transactions = transactions;
    }

    /** Returns which step. */
    public ProtocolStep step() {
      return step;
    }

    /** Returns the number of transactions; a batch that is one transaction counts as one. */
    public int transactions() {
      return transactions;
    }
  }
}
