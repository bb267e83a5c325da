package io.twophase.adapter.mongo;

import io.twophase.domain.account.HoldLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Currency;

/**
 * How a {@link MongoStore} is set up; where the server is comes apart from it.
 *
 * @param accounts the collection of the accounts
 * @param transactions the collection of the transaction records
 * @param adoptedCurrency of accounts and transactions that MongoDB's tutorial has made, which name
 *     none
 * @param applicationName what the server's logs call this process, unless the URI says
 * @param timeouts what is waited for, unless the URI says
 * @param clock this process's clock
 * @param holdLimit how many holds an account may have at a time
 */
public record MongoStoreSettings(
    String accounts,
    String transactions,
    Currency adoptedCurrency,
    String applicationName,
    Timeouts timeouts,
    InstantSource clock,
    HoldLimit holdLimit) {

  /**
   * How long is waited.
   *
   * @param serverSelection for a server that can take a command
   * @param connect for a connection
   * @param read for an answer
   * @param pool for a connection that others use
   */
  public record Timeouts(Duration serverSelection, Duration connect, Duration read, Duration pool) {

    /** Short enough to be told of trouble, long enough for a replica set to elect a primary. */
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));
  }

  /** The tutorial's collections; adopted accounts are of XXX, which counts whole units. */
  public static MongoStoreSettings defaults() {
    return new MongoStoreSettings(
        "accounts",
        "transactions",
        Currency.getInstance("XXX"),
        "twophase",
        Timeouts.DEFAULT,
        InstantSource.system(),
        HoldLimit.DEFAULT);
  }

  /** The same, with other collections. */
  public MongoStoreSettings withCollections(String otherAccounts, String otherTransactions) {
    return new MongoStoreSettings(
        otherAccounts,
        otherTransactions,
        adoptedCurrency,
        applicationName,
        timeouts,
        clock,
        holdLimit);
  }

  /** The same, with adopted accounts of another currency. */
  public MongoStoreSettings withAdoptedCurrency(Currency other) {
    return new MongoStoreSettings(
        accounts, transactions, other, applicationName, timeouts, clock, holdLimit);
  }

  /** The same, by another name. */
  public MongoStoreSettings withApplicationName(String other) {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, other, timeouts, clock, holdLimit);
  }

  /** The same, waiting otherwise. */
  public MongoStoreSettings withTimeouts(Timeouts other) {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, applicationName, other, clock, holdLimit);
  }

  /** The same, with another clock. */
  public MongoStoreSettings withClock(InstantSource other) {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, applicationName, timeouts, other, holdLimit);
  }

  /** The same, with another limit to an account's holds. */
  public MongoStoreSettings withHoldLimit(HoldLimit other) {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, applicationName, timeouts, clock, other);
  }
}
