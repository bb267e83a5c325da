package io.twophase.domain.explorer.event;

/**
 * A record as its server has it, which may be on a shard of its own.
 *
 * @param primary what the primary has
 * @param majority what a majority has, which cannot be lost
 * @param stamp when it was decided, by the store's clock; 0 before
 * @param isAnswered whether its decider has been told
 */
record Stored(Stage primary, Stage majority, int stamp, boolean isAnswered) {

  /** How far a record is. */
  enum Stage {
    UNDECIDED,
    DECIDED,
    MARKED,
    REMOVED
  }

  static final Stored UNDECIDED = new Stored(Stage.UNDECIDED, Stage.UNDECIDED, 0, false);

  Stored decided(int now) {
    return new Stored(Stage.DECIDED, majority, now, false);
  }

  Stored marked() {
    return primary == Stage.DECIDED ? new Stored(Stage.MARKED, majority, stamp, isAnswered) : this;
  }

  /** Retention removes it, with a majority. */
  Stored removed() {
    return new Stored(Stage.REMOVED, Stage.REMOVED, stamp, isAnswered);
  }

  boolean isThere() {
    return stamp > 0 && primary != Stage.REMOVED;
  }

  /** A majority has it now; whoever waits for the decision is told. */
  Stored replicated() {
    return new Stored(primary, primary, stamp, true);
  }

  /** The primary fails, and the next one has only what a majority has. */
  Stored failedOver() {
    return new Stored(majority, majority, majority == Stage.UNDECIDED ? 0 : stamp, isAnswered);
  }
}
