package io.twophase.spring;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.CollectionName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of Twophase in a host's configuration.
 *
 * @param enabled whether Twophase is configured at all
 * @param database the database of the accounts and the transaction records; without it, the one
 *     that spring.mongodb.database or spring.mongodb.uri names
 * @param application the name under which this application's transactions are begun and taken over;
 *     without it, spring.application.name
 * @param accounts the collection of the accounts
 * @param transactions the collection of the transaction records
 * @param unsafeAllowed whether a client that asks for less than the protocol needs is taken at its
 *     word; what was acknowledged may then be undone, and money with it
 * @param probe whether the server is tried out as the store is opened: whether it keeps racing
 *     updates apart
 * @param patience how long a call waits for others' work, or for answers that do not come, before
 *     it answers that the outcome is not known
 * @param stuckAfter how long a transaction must not have changed to be taken over although its
 *     owner seems to be alive
 * @param recovery what finishes the transactions that others left
 * @param health when the application is not ready to take requests
 * @param metrics what is measured where the host has Micrometer
 * @param console the console where the host has it
 */
@ConfigurationProperties("twophase")
public record TwoPhaseProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String database,
    @Nullable String application,
    @DefaultValue("accounts") String accounts,
    @DefaultValue("transactions") String transactions,
    @DefaultValue("false") boolean unsafeAllowed,
    @DefaultValue("true") boolean probe,
    @DefaultValue("10s") Duration patience,
    @DefaultValue("30m") Duration stuckAfter,
    @DefaultValue Recovery recovery,
    @DefaultValue Health health,
    @DefaultValue Metrics metrics,
    @DefaultValue Console console) {

  /**
   * @throws WiringException if there can be no collection of a name, a duration is out of range, or
   *     the console's path is none
   */
  public TwoPhaseProperties {
    WiringException.require("twophase.accounts", accounts, CollectionName::of);
    WiringException.require("twophase.transactions", transactions, CollectionName::of);
    WiringException.require(
        "twophase.transactions",
        transactions,
        name -> MongoStoreSettings.defaults().withCollections(accounts, name));
    WiringException.requireAtLeast(0, "twophase.patience", patience);
    WiringException.requireAtLeast(0, "twophase.stuck-after", stuckAfter);
    WiringException.requireAtLeast(1, "twophase.recovery.interval", recovery.interval);
    WiringException.requireAtLeast(
        0, "twophase.recovery.awaited-at-start", recovery.awaitedAtStart);
    WiringException.requireAtLeast(0, "twophase.health.stuck-after", health.stuckAfter);
    WiringException.requireAtLeast(0, "twophase.health.silent-after", health.silentAfter);
    WiringException.requireAtLeast(1, "twophase.health.timeout", health.timeout);
    WiringException.requireAtLeast(1, "twophase.metrics.interval", metrics.interval);
    WiringException.requirePath("twophase.console.path", console.path);
  }

  /**
   * Recovery in this process.
   *
   * @param enabled whether this process recovers what others left
   * @param interval the pause between the end of a pass and the next
   * @param awaitedAtStart how long the application waits, before it takes requests, for the end of
   *     the first pass; zero if it does not wait
   */
  public record Recovery(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("10s") Duration interval,
      @DefaultValue("30s") Duration awaitedAtStart) {}

  /**
   * The health of Twophase.
   *
   * @param stuckAfter how long a transaction may stay unfinished without a change before the
   *     application counts as not ready
   * @param silentAfter how long, after the pause between two passes, no pass of recovery may come
   *     to its end before the application counts as not ready
   * @param timeout how long the store may take to answer to health and to the endpoint
   */
  public record Health(
      @DefaultValue("1h") Duration stuckAfter,
      @DefaultValue("5m") Duration silentAfter,
      @DefaultValue("2s") Duration timeout) {}

  /**
   * The metrics of Twophase.
   *
   * @param interval how often the store is asked what is unfinished
   */
  public record Metrics(@DefaultValue("15s") Duration interval) {}

  /**
   * The console of Twophase.
   *
   * @param enabled whether it is mounted
   * @param path where, below the host's own path
   * @param actions whether operators may act; without it, the console changes nothing
   * @param viewerRole the role of the host's users who may look
   * @param operatorRole the role of the host's users who may look, and act where actions are on
   */
  public record Console(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("/twophase") String path,
      @DefaultValue("false") boolean actions,
      @DefaultValue("TWOPHASE_VIEWER") String viewerRole,
      @DefaultValue("TWOPHASE_OPERATOR") String operatorRole) {}
}
