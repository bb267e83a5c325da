package io.twophase.app.recovery;

/** Is notified of what a scrub finds, on the thread that scrubs. Must not throw. */
public interface SweepListener {

  /** A scrub found an orphan, which {@link Orphan#outcome} says whether it released. */
  default void orphanFound(Orphan orphan) {}
}
