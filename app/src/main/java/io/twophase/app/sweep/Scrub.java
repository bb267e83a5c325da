package io.twophase.app.sweep;

import io.twophase.domain.outcome.AccountLookup;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Releases orphans: holds that late messages and lost records have left. They cost what they hold,
 * and never money. Safe at any moment, beside any number of processes at work. Thread-safe.
 */
public final class Scrub {

  private final Sweep sweep;
  private final SweepListener listener;

  /**
   * Scrubs by {@code sweep}.
   *
   * @param listener is notified of what {@code report} receives; must not throw
   */
  public Scrub(Sweep sweep, SweepListener listener) {
    this.sweep = sweep;
    this.listener = listener;
  }

  /**
   * Reads all accounts, releases every orphan, and gives {@code report} each. Holds of accounts
   * that cannot be read are left as they are.
   *
   * @param unreadable receives each account that cannot be read
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void run(Consumer<Orphan> report, Consumer<AccountLookup.Unreadable> unreadable) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(unreadable, "unreadable");
    sweep.run(
        orphan -> {
          listener.orphanFound(orphan);
          report.accept(orphan);
        },
        unreadable);
  }
}
