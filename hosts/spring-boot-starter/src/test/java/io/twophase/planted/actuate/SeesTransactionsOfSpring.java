package io.twophase.planted.actuate;

/** Breaks a rule on purpose. */
final class SeesTransactionsOfSpring {

  private SeesTransactionsOfSpring() {}

  static String name(org.springframework.transaction.TransactionStatus seen) {
    return seen.getClass().getName();
  }
}
