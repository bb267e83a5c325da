package io.twophase.spring;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.Owner;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Store;
import java.util.List;

/** What a process leaves behind that dies. */
public final class LeftBehind {

  private LeftBehind() {}

  /** Begins a transaction in a store, and no more. */
  public static void in(Store store, String id) {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(10_000)), account("B").opening(cents(0))));
    Owner dead = new Owner(application("dead"), token(id));
    store.records().insert(List.of(NewRecord.alone(transfer(id, "A", "B", cents(10)), dead)));
  }
}
