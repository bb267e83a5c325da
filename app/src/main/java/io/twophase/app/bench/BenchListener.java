package io.twophase.app.bench;

import java.time.Duration;

/** Told how a bench gets on. */
public interface BenchListener {

  /** A round of one side is over. */
  void round();

  /**
   * A combination is measured.
   *
   * @param cell its figures
   * @param took how long all of it took
   * @param rounds how many rounds of each side were measured: fewer than were asked for, where the
   *     time for one combination was over
   */
  default void cell(Cell cell, Duration took, int rounds) {}
}
