package io.twophase.app.engine;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.Ownership.OwnerWatch;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Dead is told from slow by what the watcher itself has seen, in its own time. */
class OwnerWatchTest {

  private final OwnerRepository owners = InMemoryStore.create(Clock.systemUTC()).owners();
  private Duration now = Duration.ofDays(3);
  private Duration since = now;
  private Duration every = Duration.ZERO;
  private boolean isAlive;
  private boolean isBlind;

  private final OwnerWatch watch =
      new OwnerWatch(
          Interceptor.before(OwnerRepository.class, owners, this::around), () -> now, this::passes);

  private Object around(String method, Object asked, Interceptor.Call call) {
    if (isBlind) {
      throw new StoreException("planted: not permitted");
    }
    return call.make();
  }

  @ScenesOf("/scenes/owner-watch.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this));
  }

  Set<OwnerId> dead(OwnerId owner) {
    return watch.dead(List.of(owner));
  }

  Set<OwnerId> deadForCertain(OwnerId owner) {
    return watch.deadForCertain(List.of(owner));
  }

  /** The other owner beats, and will beat again after so long. */
  void beats(Duration next) {
    every = next;
    owners.beat(new OwnerId("other"), new ApplicationName("App1"), every, Vitals.NONE);
  }

  /** Time passes, as it does in each pause; the other owner beats then if it is alive. */
  void passes(Duration time) {
    now = now.plus(time);
    if (isAlive) {
      beats(every);
    }
  }

  void alive() {
    isAlive = true;
  }

  void blind(boolean is) {
    isBlind = is;
  }

  void interrupt() {
    Thread.currentThread().interrupt();
  }

  boolean interrupted() {
    return Thread.interrupted();
  }

  void clock() {
    since = now;
  }

  Duration elapsed() {
    return now.minus(since);
  }
}
