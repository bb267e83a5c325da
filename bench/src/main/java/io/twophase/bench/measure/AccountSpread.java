package io.twophase.bench.measure;

import io.vavr.control.Option;

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
  public static Option<AccountSpread> parse(String text) {
    if (text.equals(HOT.name)) {
      return Option.some(HOT);
    }
    try {
      int accounts = Integer.parseInt(text);
      return Option.when(accounts >= 2 && accounts <= MOST, new AccountSpread(text, accounts));
    } catch (NumberFormatException none) {
      return Option.none();
    }
  }
}
