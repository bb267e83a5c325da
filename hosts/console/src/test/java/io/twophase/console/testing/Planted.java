package io.twophase.console.testing;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a process that was killed leaves in a store. */
public final class Planted {

  /** The process: it has beaten once. */
  public static final OwnerId KILLED = new OwnerId("killed");

  private Planted() {}

  /** A transfer that is pending and was begun just now by a process that beats once a second. */
  public static void pending(Store store, String id) {
    beat(store, Duration.ofSeconds(1));
    store
        .records()
        .insert(
            List.of(
                NewRecord.alone(
                    transfer(id, "A", "B", usd("3.00")),
                    new Owner(APP, Optional.of(KILLED), token("t")))));
  }

  /** The process shows that it is alive, and says how often it does. */
  public static void beat(Store store, Duration every) {
    store.owners().beat(KILLED, APP, every, Vitals.NONE);
  }

  /** A transfer that was begun by the application shop, and of which nothing is held yet. */
  public static void begun(Store store, TransferRequest transfer) {
    Owner dead = new Owner(application("shop"), token("dead"));
    store.records().insert(List.of(NewRecord.alone(transfer.transaction().get(), dead)));
  }
}
