package io.twophase.domain.explorer.model;

/**
 * What may go wrong in a scenario, each a bounded number of times. A lost answer is a time-out
 * whose message arrives late; a message that is late for ever is a lost one.
 */
public enum Fault {
  /** A worker stops waiting: what it sent may arrive at any later moment, or never. */
  TIME_OUT(0),
  /** The network loses a request: the store never sees it, and its sender gets no answer. */
  LOST_REQUEST(2),
  /**
   * The network delivers a request a second time, at any later moment: any but a hold or a stamp,
   * which rule 4 keeps from being sent again.
   */
  REPEATED_REQUEST(4),
  /** The same of a hold or a stamp: what a client library must not do beneath rule 4. */
  REPEATED_HOLD(6),
  /** A worker dies without a word, at any step; what it sent may still arrive. */
  CRASH(8),
  /** A worker reaches its bound on tries, says what it knows, and stops. */
  GIVING_UP(10),
  /** A node that acknowledged an insert fails before a majority has it, and the record is gone. */
  LOST_RECORD(12),
  /** A read is answered by a node that has not seen the record yet. */
  STALE_READ(14);

  /** The most that a budget can allow of one fault: it has two bits of it. */
  static final int MOST = 3;

  private final int shift;

  Fault(int shift) {
    this.shift = shift;
  }

  /** How much of this a budget has left. */
  public int leftOf(int budget) {
    return (budget >> shift) & MOST;
  }

  /** A budget with one less of this. */
  public char spentOf(int budget) {
    return (char) (budget - (1 << shift));
  }

  /** A budget with {@code times} of this, and as much as before of the others. */
  public char allowedBy(int budget, int times) {
    if (times < 0 || times > MOST) {
      throw new IllegalArgumentException(this + " " + times + " times");
    }
    return (char) ((budget & ~(MOST << shift)) | (times << shift));
  }
}
