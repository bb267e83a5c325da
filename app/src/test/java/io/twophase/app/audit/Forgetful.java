package io.twophase.app.audit;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Records of which one is gone. */
final class Forgetful {

  private final Records sound;
  private final TransactionId forgotten;
  private final boolean mayHaveExpired;

  private Forgetful(Records sound, TransactionId forgotten, boolean mayHaveExpired) {
    this.sound = sound;
    this.forgotten = forgotten;
    this.mayHaveExpired = mayHaveExpired;
  }

  /**
   * All of {@code sound} but one transaction, of which nothing is carried.
   *
   * @param mayHaveExpired whether it went as it may
   */
  static Store store(Store sound, TransactionId forgotten, boolean mayHaveExpired) {
    Store without =
        Interceptor.overriding(
            sound, Records.class, records -> new Forgetful(records, forgotten, mayHaveExpired));
    return Interceptor.replacing(
        without,
        CarriedBalanceRepository.class,
        carried ->
            Interceptor.before(
                CarriedBalanceRepository.class,
                carried,
                (method, asked, call) -> method.equals("isComplete") ? false : call.make()));
  }

  public Keeping keeping() {
    return new Keeping(Optional.empty(), Optional.empty(), mayHaveExpired, false);
  }

  public List<Lookup> findMembers(List<TransactionId> ids) {
    return sound.findMembers(ids).stream().map(this::orAbsent).toList();
  }

  public List<Lookup> find(List<RecordId> ids) {
    return sound.find(ids).stream().map(this::orAbsent).toList();
  }

  private Lookup orAbsent(Lookup lookup) {
    return isForgotten(lookup) ? Lookup.absent(lookup.id()) : lookup;
  }

  public void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
    sound.scan(
        account,
        lookup -> {
          if (!isForgotten(lookup)) {
            consumer.accept(lookup);
          }
        });
  }

  private boolean isForgotten(Lookup lookup) {
    return lookup.id().equals(forgotten.value());
  }
}
