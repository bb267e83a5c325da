package io.twophase.bench.measure;

import java.util.Optional;

/**
 * Over how many accounts transfers are spread, uniformly.
 *
 * @param name as it is asked for and shown
 * @param accounts at least two
 */
public record AccountSpread(String name, int accounts) {

  private static final AccountSpread HOT = new AccountSpread("hot", 2);
  private static final int MOST = 10_000_000;

  /** Reads a number of accounts from 2 to 10,000,000, or {@code hot}, which is two. */
  public static Optional<AccountSpread> parse(String text) {
    if (text.equals(HOT.name)) {
      return Optional.of(HOT);
    }
    try {
      int accounts = Integer.parseInt(text);
      return accounts >= 2 && accounts <= MOST
          ? Optional.of(new AccountSpread(text, accounts))
          : Optional.empty();
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
  }
}
