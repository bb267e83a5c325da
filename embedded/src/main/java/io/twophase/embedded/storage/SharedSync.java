package io.twophase.embedded.storage;

/**
 * Forces writes to the disk. Threads that ask at the same time share one forcing: while one thread
 * forces, the others wait, and most of them then find their writes forced already.
 */
final class SharedSync {

  private final Engine engine;
  private volatile long upTo;
  private volatile long forcings;

  SharedSync(Engine engine) {
    this.engine = engine;
  }

  /** Returns when the write with the number {@code last}, and all before it, are on the disk. */
  synchronized void await(long last) {
    if (upTo < last) {
      long newest = engine.lastWrite();
      engine.sync();
      upTo = newest;
      forcings++;
    }
  }

  /** The last write that has been forced to the disk since the opening. */
  long upTo() {
    return upTo;
  }

  /** How often something was forced to the disk since the opening. */
  long forcings() {
    return forcings;
  }
}
