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
 * @param unsafeAllowed whether a URI or a client that asks for less than the protocol needs is
 *     taken at its word, and not refused
 */
public record MongoStoreSettings(
    String accounts,
    String transactions,
    Currency adoptedCurrency,
    String applicationName,
    Timeouts timeouts,
    InstantSource clock,
    HoldLimit holdLimit,
    boolean unsafeAllowed) {

  /**
   * How long is waited.
   *
   * @param serverSelection for a server that can take a command
   * @param connect for a connection
   * @param read for an answer
   * @param pool for a connection that others use
   * @param operation for the server's work at a read, or at a write that answers with the document,
   *     by the server's own clock; zero is without a limit
   * @param majority for a majority to have a write, after which it is in doubt; zero is without a
   *     limit
   */
  public record Timeouts(
      Duration serverSelection,
      Duration connect,
      Duration read,
      Duration pool,
      Duration operation,
      Duration majority) {

    /** Short enough to be told of trouble, long enough for a replica set to elect a primary. */
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** The server working for 20 seconds at most, and waiting for a majority for 10. */
    public Timeouts(Duration serverSelection, Duration connect, Duration read, Duration pool) {
      this(serverSelection, connect, read, pool, Duration.ofSeconds(20), Duration.ofSeconds(10));
    }
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
        HoldLimit.DEFAULT,
        false);
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
        holdLimit,
        unsafeAllowed);
  }

  /** The same, with adopted accounts of another currency. */
  public MongoStoreSettings withAdoptedCurrency(Currency other) {
    return new MongoStoreSettings(
        accounts, transactions, other, applicationName, timeouts, clock, holdLimit, unsafeAllowed);
  }

  /** The same, by another name. */
  public MongoStoreSettings withApplicationName(String other) {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, other, timeouts, clock, holdLimit, unsafeAllowed);
  }

  /** The same, waiting otherwise. */
  public MongoStoreSettings withTimeouts(Timeouts other) {
    return new MongoStoreSettings(
        accounts,
        transactions,
        adoptedCurrency,
        applicationName,
        other,
        clock,
        holdLimit,
        unsafeAllowed);
  }

  /** The same, with another clock. */
  public MongoStoreSettings withClock(InstantSource other) {
    return new MongoStoreSettings(
        accounts,
        transactions,
        adoptedCurrency,
        applicationName,
        timeouts,
        other,
        holdLimit,
        unsafeAllowed);
  }

  /** The same, with another limit to an account's holds. */
  public MongoStoreSettings withHoldLimit(HoldLimit other) {
    return new MongoStoreSettings(
        accounts,
        transactions,
        adoptedCurrency,
        applicationName,
        timeouts,
        clock,
        other,
        unsafeAllowed);
  }

  /**
   * The same, taking a URI or a client that asks for less than the protocol needs at its word: what
   * was acknowledged may then be undone by a failover or a power cut, and money with it. Nothing
   * allows {@code w=0}.
   */
  public MongoStoreSettings allowingUnsafe() {
    return new MongoStoreSettings(
        accounts, transactions, adoptedCurrency, applicationName, timeouts, clock, holdLimit, true);
  }
}
