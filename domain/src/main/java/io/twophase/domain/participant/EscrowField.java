package io.twophase.domain.participant;

/**
 * The bounds of a number field that many transactions may add to at once.
 *
 * @param available how much may still be held to be taken
 * @param receivable how much may still be held to be added
 * @param floor the least that the field may come to
 * @param ceiling the most
 */
public record EscrowField(long available, long receivable, long floor, long ceiling) {

  /** The bounds of a field that is {@code number}, of which nothing is held. */
  public static EscrowField around(long number, long floor, long ceiling) {
    return new EscrowField(number - floor, ceiling - number, floor, ceiling);
  }

  /** How much of what {@code amount} asks for is left: to add if above zero, to take if below. */
  public long left(long amount) {
    return amount > 0 ? receivable : available;
  }

  private EscrowField with(long newAvailable, long newReceivable) {
    return new EscrowField(newAvailable, newReceivable, floor, ceiling);
  }

  /** With that amount held: added if above zero, taken if below. */
  EscrowField holding(long amount) {
    return amount > 0 ? with(available, receivable - amount) : with(available + amount, receivable);
  }

  /** With a hold of that amount given back. */
  EscrowField released(long amount) {
    return amount > 0 ? with(available, receivable + amount) : with(available - amount, receivable);
  }

  /** With a hold of that amount settled: what was added may be taken, what was taken added. */
  EscrowField settled(long amount) {
    return amount > 0 ? with(available + amount, receivable) : with(available, receivable - amount);
  }
}
