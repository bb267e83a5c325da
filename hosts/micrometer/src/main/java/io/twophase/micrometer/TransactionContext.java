package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A transaction, from when it is asked for until it has come to its end in this process. */
public final class TransactionContext extends Observation.Context {

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
