package io.twophase.console.testing;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import java.util.List;

/** Transactions of processes that have died. */
public final class LeftBehind {

  private LeftBehind() {}

  /** A transfer that was begun by the application shop, and of which nothing is held yet. */
  public static void in(Store store, TransferRequest transfer) {
    Owner dead = new Owner(Fixtures.application("shop"), Fixtures.token("dead"));
    store.records().insert(List.of(NewRecord.alone(transfer.transaction().get(), dead)));
  }
}
