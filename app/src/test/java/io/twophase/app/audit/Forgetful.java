package io.twophase.app.audit;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.fault.ForwardingTransactions;
import java.util.List;
import java.util.function.Consumer;

/** Records of which one is gone. */
final class Forgetful extends ForwardingTransactions {

  private final TransactionId forgotten;
  private final boolean mayHaveExpired;

  /**
   * All of {@code sound} but one.
   *
   * @param forgotten the one
   * @param mayHaveExpired whether it went as it may
   */
  Forgetful(TransactionRepository sound, TransactionId forgotten, boolean mayHaveExpired) {
    super(sound);
    this.forgotten = forgotten;
    this.mayHaveExpired = mayHaveExpired;
  }

  @Override
  public boolean mayHaveExpired() {
    return mayHaveExpired;
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return super.find(ids).stream()
        .map(sighting -> isForgotten(sighting) ? new TransactionLookup.Absent(forgotten) : sighting)
        .toList();
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    super.scan(
        sighting -> {
          if (!isForgotten(sighting)) {
            consumer.accept(sighting);
          }
        });
  }

  private boolean isForgotten(TransactionLookup sighting) {
    return sighting instanceof TransactionLookup.Found found
        && found.record().id().equals(forgotten);
  }
}
