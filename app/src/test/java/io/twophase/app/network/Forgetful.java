package io.twophase.app.network;

import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.control.Option;
import java.time.Duration;

/** Stores that keep what has ended for no longer than retention takes. */
final class Forgetful {

  private Forgetful() {}

  static Store of(Store store) {
    return Interceptor.replacing(
        store,
        Records.class,
        sound ->
            new ForwardingRecords(sound) {
              @Override
              public Keeping keeping() {
                Keeping kept = super.keeping();
                return new Keeping(
                    Option.some(Duration.ofMillis(1)),
                    kept.receipts(),
                    kept.mayHaveExpired(),
                    kept.hasReceiptsOfAllRemoved());
              }
            });
  }
}
