package io.twophase.app.network;

import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.Optional;

/** Stores that keep what has ended for no longer than retention takes. */
final class Forgetful {

  private Forgetful() {}

  static Store of(Store store) {
    return Interceptor.overriding(
        store,
        Records.class,
        sound ->
            new Object() {
              public Keeping keeping() {
                Keeping kept = sound.keeping();
                return new Keeping(
                    Optional.of(Duration.ofMillis(1)),
                    kept.receipts(),
                    kept.mayHaveExpired(),
                    kept.hasReceiptsOfAllRemoved());
              }
            });
  }
}
