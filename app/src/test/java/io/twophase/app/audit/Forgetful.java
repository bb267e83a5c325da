package io.twophase.app.audit;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
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
        .map(lookup -> isForgotten(lookup) ? new TransactionLookup.Absent(forgotten) : lookup)
        .toList();
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    super.scan(
        lookup -> {
          if (!isForgotten(lookup)) {
            consumer.accept(lookup);
          }
        });
  }

  private boolean isForgotten(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found && found.record().id().equals(forgotten);
  }
}
