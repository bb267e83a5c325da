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
   * @param listener is told what {@code report} is told; must not throw
   */
  public Scrub(Sweep sweep, SweepListener listener) {
    this.sweep = sweep;
    this.listener = listener;
  }

  /**
   * Reads all accounts, releases every orphan, and tells {@code report} of each. Holds of accounts
   * that cannot be read are left as they are.
   *
   * @param unreadable told of each account that cannot be read
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void run(Consumer<Orphan> report, Consumer<AccountLookup.Unreadable> unreadable) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(unreadable, "unreadable");
    sweep.run(
        found -> {
          Orphan orphan = told(found);
          listener.orphanFound(orphan);
          report.accept(orphan);
        },
        unreadable);
  }

  private static Orphan told(Sweep.Orphan orphan) {
    return new Orphan(
        orphan.leg().transaction(),
        orphan.leg().epoch(),
        orphan.leg().operation(),
        switch (orphan.proof()) {
          case FINISHED -> Orphan.Proof.FINISHED;
          case NO_RECORD -> Orphan.Proof.NO_RECORD;
        },
        switch (orphan.outcome()) {
          case MATCHED -> Orphan.Outcome.RELEASED;
          case NOT_MATCHED -> Orphan.Outcome.GONE;
          case IN_DOUBT -> Orphan.Outcome.IN_DOUBT;
        });
  }
}
