package io.twophase.domain.hold;

/**
 * A number that members add to, and how much of it may still be claimed. All arithmetic of holds is
 * here: O'Neil, "The Escrow Transactional Method" (ACM TODS 11(4), 1986). Whatever is settled or
 * given back in whatever order, the number stays between its floor and its ceiling.
 *
 * @param value the number as settled
 * @param available value - floor - debits held
 * @param receivable ceiling - value - credits held
 */
public record Bounds(long value, long available, long receivable) {

  /** The bounds of a number of which nothing is held. */
  public static Bounds around(long value, long floor, long ceiling) {
    return new Bounds(value, Math.subtractExact(value, floor), Math.subtractExact(ceiling, value));
  }

  /**
   * Returns whether the range may be placed: there is enough of each side that it holds something
   * of, and no more than a reduced range says that there was.
   */
  public boolean allows(Range range) {
    return !range.isBeyondInt64()
        && (range.debit() == 0 || available >= range.debit())
        && (range.credit() == 0 || receivable >= range.credit())
        && range.had().map(had -> available <= had).orElse(true)
        && range.could().map(could -> receivable <= could).orElse(true);
  }

  /** The bounds with the range held. */
  public Bounds placing(Range range) {
    return new Bounds(value, available - range.debit(), receivable - range.credit());
  }

  /**
   * The bounds with the range ended: the number moves by {@code net}, and the rest of the range is
   * given back.
   */
  public Bounds ending(Range range, long net) {
    return new Bounds(
        value + net, available + range.debit() + net, receivable + range.credit() - net);
  }
}
