package io.twophase.micrometer.monitoring;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.util.concurrent.locks.LockSupport;

/** A process that has placed the holds of a transfer and comes no further: it is to be killed. */
final class StoppedOwner {

  /** What it says when it has placed them. */
  static final String HELD = "held";

  private StoppedOwner() {}

  /** Over a server, whose URI is the one argument. */
  public static void main(String[] args) {
    try (MongoStore store = MongoStore.open(args[0], MeteredHost.settings())) {
      FaultyStore stopping = FaultyStore.over(store);
      stopping.faults().when(WriteKind.ADVANCE).first(StoppedOwner::stop);
      try (TwoPhase twophase = TwoPhase.over(stopping).build()) {
        twophase.accounts().open(accountId("A"), cents(100));
        twophase.accounts().open(accountId("B"), cents(0));
        twophase
            .transfers()
            .transfer(
                new TransferRequest(
                    transactionId("left"), accountId("A"), accountId("B"), cents(1)));
      }
    }
  }

  private static void stop() {
    System.out.println(HELD);
    while (true) {
      LockSupport.park();
    }
  }
}
