package io.twophase.bench.measure;

/** A bench has ended before its end, as its listener wanted, and has dropped its databases. */
public final class BenchStoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The bench was asked to stop. */
  public BenchStoppedException() {
    super("the bench was stopped");
  }
}
