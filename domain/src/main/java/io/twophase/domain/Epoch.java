package io.twophase.domain;

/**
 * The fencing number of a pending transaction: each take-over raises it by one, every hold carries
 * it, and only holds of the decided epoch are ever settled.
 *
 * @param value 0 before anyone has claimed the transaction, else 1 and up
 */
public record Epoch(long value) {

  /** The epoch of a transaction that nobody has claimed. */
  public static final Epoch NONE = new Epoch(0);

  /** The epoch of the first owner. */
  public static final Epoch FIRST = new Epoch(1);

  /**
   * @throws IllegalArgumentException if {@code value} is below zero
   */
  public Epoch {
    if (value < 0) {
      throw new IllegalArgumentException("epoch " + value + " is below zero");
    }
  }

  /** The epoch that a take-over of this one begins. */
  public Epoch next() {
    return new Epoch(Math.addExact(value, 1));
  }

  /** Returns whether this epoch is superseded by {@code other}. */
  public boolean olderThan(Epoch other) {
    return value < other.value;
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
