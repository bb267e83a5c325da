package io.twophase.domain.statement;

import java.math.BigInteger;

/**
 * What is held of an account for transactions that are not decided: it is on no line, and may come
 * or not.
 *
 * @param holds how many transactions, or batches, hold something
 * @param debits the most that may leave, in minor units
 * @param credits the most that may arrive, in minor units
 */
public record Undecided(int holds, BigInteger debits, BigInteger credits) {

  /** Nothing is held. */
  public static final Undecided NONE = new Undecided(0, BigInteger.ZERO, BigInteger.ZERO);

  /** The same, with one hold more. */
  public Undecided with(long debit, long credit) {
    return new Undecided(
        holds + 1, debits.add(BigInteger.valueOf(debit)), credits.add(BigInteger.valueOf(credit)));
  }
}
