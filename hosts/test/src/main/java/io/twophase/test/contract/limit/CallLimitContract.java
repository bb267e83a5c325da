package io.twophase.test.contract.limit;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.CallLimit;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of a {@link CallLimit} if the store answers, in scenes that are beside this class.
 * The adapter's own tests say what it does if the store does not.
 */
public abstract class CallLimitContract {

  /** So short that no call is surely answered in it. */
  private static final Duration SHORT = Duration.ofNanos(1);

  private static final OwnerId ONE = new OwnerId("one");

  private final Verbs verbs = new Verbs(this).saying(OwnerLookup.Found.class, found -> "found");
  private Store store;

  /** Gives a store that is fresh and empty: asked once for each test, before it begins. */
  protected abstract Store store();

  @BeforeEach
  void takeAFreshStore() {
    store = store();
  }

  /** A step is one of these methods; of two with a {@code then} the last is answered. */
  @ScenesOf("limits.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(verbs);
  }

  MatchOutcome beat() {
    return store
        .owners()
        .beat(ONE, new ApplicationName("App1"), Duration.ofSeconds(1), Vitals.NONE);
  }

  OwnerLookup find() {
    return store.owners().find(List.of(ONE)).get(0);
  }

  String within(Duration time, String steps) {
    return store
        .callLimit()
        .within(time, () -> Stream.of(steps.split(" then ", -1)).map(verbs).toList())
        .stream()
        .reduce("", (before, last) -> last);
  }

  /** A call that may have no answer in its time. */
  void late(String step) {
    try {
      String unused = store.callLimit().within(SHORT, () -> verbs.apply(step));
    } catch (StoreException late) {
      // the store said so
    }
  }

  String elsewhere(String step) {
    return CompletableFuture.supplyAsync(() -> verbs.apply(step)).join();
  }

  void fail(String why) {
    throw new IllegalStateException(why);
  }
}
