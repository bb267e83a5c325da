package io.twophase.bench;

/** Is notified of the progress of a bench. */
public interface BenchListener {

  /** A round of one competitor is over. */
  void round();

  /** So many rounds will not be: the server has not what their competitor needs. */
  default void skipped(int rounds) {}

  /** Returns whether the bench is to end: asked after each batch, by several threads. */
  default boolean isStopped() {
    return false;
  }

  /** Ends the bench, if it is to end. */
  default void goOn() {
    if (isStopped()) {
      throw new BenchStoppedException();
    }
  }

  /** A bench has ended before its end, as its listener wanted, and has dropped its databases. */
  final class BenchStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The bench was asked to stop. */
    public BenchStoppedException() {
      super("the bench was stopped");
    }
  }
}
