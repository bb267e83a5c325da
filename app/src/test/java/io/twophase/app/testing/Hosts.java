package io.twophase.app.testing;

import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.runtime.RandomIds;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
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
  public static TwoPhase alone(AccountRepository accounts, TransactionRepository transactions) {
    return host(accounts, transactions, Duration.ZERO, 500);
  }

  /** One among others, which waits for their work. */
  public static TwoPhase amongOthers(
      AccountRepository accounts, TransactionRepository transactions, int batchSize) {
    return host(accounts, transactions, Duration.ofMinutes(30), batchSize);
  }

  /**
   * One with its own idea of stuck and of batches, whose pauses are short and its patience long.
   */
  public static TwoPhase host(
      AccountRepository accounts,
      TransactionRepository transactions,
      Duration stuckAfter,
      int batchSize) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withStuckAfter(stuckAfter)
            .withPatience(Duration.ofHours(1));
    return TwoPhase.over(accounts, transactions)
        .settings(new TwoPhaseSettings(engine, batchSize))
        .ids(new RandomIds())
        .pause(duration -> LockSupport.parkNanos(SHORT_PAUSE))
        .build();
  }

  /** What each account has, in minor units. */
  public static Map<AccountId, BigInteger> balances(AccountRepository accounts) {
    Map<AccountId, BigInteger> balances = new TreeMap<>();
    accounts.scan(
        lookup -> {
          if (lookup instanceof AccountLookup.Found found) {
            balances.put(found.account().id(), BigInteger.valueOf(found.account().balance()));
          }
        });
    return balances;
  }
}
