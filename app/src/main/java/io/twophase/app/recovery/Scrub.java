package io.twophase.app.recovery;

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
   * Reads all accounts and all documents that have holds, in every collection that has ever taken
   * part; releases every orphan, and gives {@code report} each.
   *
   * @param leftAlone receives what cannot be read, collections that take no writes, holds of
   *     transactions whose records are elsewhere, and holds that a settle has missed: nothing of
   *     that is touched
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(leftAlone, "leftAlone");
    sweep.run(
        orphan -> {
          listener.orphanFound(orphan);
          report.accept(orphan);
        },
        leftAlone);
  }
}
