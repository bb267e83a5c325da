package io.twophase.app.engine;

import io.twophase.app.owner.Ownership;
import io.twophase.app.runtime.RandomIds;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;

/** Engines for tests: over accounts only, of a store that keeps no owners. */
public final class Engines {

  private Engines() {}

  /** One whose patience counts only pauses. */
  public static Engine over(
      AccountRepository accounts,
      TransactionRepository transactions,
      Pause pause,
      EngineSettings settings) {
    return over(accounts, transactions, pause, () -> Duration.ZERO, settings);
  }

  /** One whose patience is measured by {@code ticker} too. */
  static Engine over(
      AccountRepository accounts,
      TransactionRepository transactions,
      Pause pause,
      Ticker ticker,
      EngineSettings settings) {
    return new Engine(
        Repositories.ofAccounts(accounts, transactions),
        Ownership.withoutOwners(),
        new RandomIds(),
        pause,
        ticker,
        settings,
        EngineListener.IGNORED);
  }
}
