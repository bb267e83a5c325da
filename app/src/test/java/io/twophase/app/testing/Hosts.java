package io.twophase.app.testing;

import io.twophase.RandomIds;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Stored;
import io.twophase.ports.Store;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Ready-made hosts of Twophase over a store. */
public final class Hosts {

  private static final long SHORT_PAUSE = 100_000;

  private Hosts() {}

  /** One that takes over at once whatever it finds pending, as on a store of its own. */
  public static TwoPhase alone(Store store) {
    return host(store, Duration.ZERO, 500);
  }

  /** One among others, which waits for their work. */
  public static TwoPhase amongOthers(Store store, int batchSize) {
    return host(store, Duration.ofMinutes(30), batchSize);
  }

  /**
   * One with its own idea of stuck and of batches, whose pauses are short and its patience long.
   */
  public static TwoPhase host(Store store, Duration stuckAfter, int batchSize) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withStuckAfter(stuckAfter)
            .withPatience(Duration.ofHours(1));
    return TwoPhase.over(store)
        .settings(new TwoPhaseSettings(engine, batchSize))
        .ids(new RandomIds())
        .pause(duration -> LockSupport.parkNanos(SHORT_PAUSE))
        .build();
  }

  /** Settings of the application {@code test}, which waits so long for others' work. */
  public static TwoPhaseSettings patient(Duration patience, int batchSize) {
    return new TwoPhaseSettings(
        EngineSettings.of(new ApplicationName("test")).withPatience(patience), batchSize);
  }

  /** What each account has, in minor units. */
  public static Map<AccountId, BigInteger> balances(Store store) {
    Map<AccountId, BigInteger> balances = new TreeMap<>();
    store
        .holds()
        .scan(
            store.accounts().collection(),
            false,
            sight -> {
              for (Stored stored : sight.stored().stream().toList()) {
                Account account = (Account) stored;
                balances.put(account.id(), BigInteger.valueOf(account.balance().minor()));
              }
            });
    return balances;
  }
}
