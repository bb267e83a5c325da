package io.twophase.app.recovery;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Unreadables;
import io.vavr.control.Option;
import java.time.Duration;

/** In memory, where the double shows as unreadable what a test plants. */
final class MemoryDamage implements Damage {

  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private FaultyStore store = FaultyStore.over(InMemoryStore.create(clock));

  @Override
  public Store store(Option<ReceiptPeriod> receipts) {
    store = FaultyStore.over(InMemoryStore.keeping(Duration.ofDays(1), receipts, clock));
    return store;
  }

  @Override
  public void plant(Unreadables.Kind kind, Object id) {
    store.unreadables().plant(kind, id);
  }

  @Override
  public void plantHold(String account) {
    plant(Unreadables.Kind.ACCOUNT, account);
  }

  @Override
  public void timePasses(Duration time) {
    clock.advance(time);
  }
}
