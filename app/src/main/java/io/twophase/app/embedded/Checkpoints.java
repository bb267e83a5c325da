package io.twophase.app.embedded;

/**
 * When the journal is folded into the store: often enough that the changed pages held in memory,
 * and the journal to be read again at the next opening, stay small.
 *
 * @param journalBytes the journal's size at which it is due
 * @param pageBytes the estimated memory of changed pages at which it is due
 */
record Checkpoints(long journalBytes, long pageBytes) {

  static Checkpoints usual() {
    long heap = Runtime.getRuntime().maxMemory();
    return new Checkpoints(64L << 20, Math.min(64L << 20, heap / 16));
  }

  boolean due(long journal, long pages) {
    return journal > journalBytes || pages > pageBytes;
  }
}
