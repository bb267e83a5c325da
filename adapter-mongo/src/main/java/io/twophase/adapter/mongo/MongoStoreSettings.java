package io.twophase.adapter.mongo;

import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Currency;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The settings of a {@link MongoStore}, without the address of the server. They never change: each
 * {@code with} answers other settings.
 */
public final class MongoStoreSettings implements Cloneable {

  String accounts = "accounts";
  String transactions = "transactions";
  Currency adoptedCurrency = Currency.getInstance("XXX");
  String applicationName = "twophase";
  Timeouts timeouts = Timeouts.DEFAULT;
  InstantSource clock = InstantSource.system();
  HoldLimit holdLimit = HoldLimit.DEFAULT;
  boolean unsafeAllowed;
  boolean probe = true;
  boolean validators;
  Optional<Retention> retention = Optional.empty();
  boolean heldIndex;
  boolean serverTransactions;
  boolean byReference;
  boolean byAccount;
  Set<CollectionName> trustedCollections = Set.of();
  Optional<String> clusterName = Optional.empty();

  private MongoStoreSettings() {}

  /**
   * The longest waits of a store.
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
    return new MongoStoreSettings();
  }

  /**
   * Returns these settings with other collections.
   *
   * @throws IllegalArgumentException if both have one name, or one of them has the name of another
   *     collection that the store keeps
   */
  public MongoStoreSettings withCollections(String otherAccounts, String otherTransactions) {
    Set<String> names = new HashSet<>();
    StoreCollections.names(otherAccounts, otherTransactions)
        .filter(name -> !names.add(name))
        .forEach(
            name -> {
              throw new IllegalArgumentException(
                  "collection " + name + " would have two kinds of the store's documents");
            });
    return with(
        draft -> {
          draft.accounts = otherAccounts;
          draft.transactions = otherTransactions;
        });
  }

  /** Returns these settings with adopted accounts of another currency. */
  public MongoStoreSettings withAdoptedCurrency(Currency other) {
    return with(draft -> draft.adoptedCurrency = other);
  }

  /** Returns these settings with another name of the application. */
  public MongoStoreSettings withApplicationName(String other) {
    return with(draft -> draft.applicationName = other);
  }

  /** Returns these settings with other waits. */
  public MongoStoreSettings withTimeouts(Timeouts other) {
    return with(draft -> draft.timeouts = other);
  }

  /** Returns these settings with another clock. */
  public MongoStoreSettings withClock(InstantSource other) {
    return with(draft -> draft.clock = other);
  }

  /** Returns these settings with another limit to an account's holds. */
  public MongoStoreSettings withHoldLimit(HoldLimit other) {
    return with(draft -> draft.holdLimit = other);
  }

  /**
   * Returns these settings, taking a URI or a client that asks for less than the protocol needs at
   * its word, or refusing it; and opening a secondary, or not. If it is taken, then a failover or a
   * power cut may undo what was acknowledged, and money with it. Nothing allows {@code w=0}.
   */
  public MongoStoreSettings withUnsafeAllowed(boolean allowed) {
    return with(draft -> draft.unsafeAllowed = allowed);
  }

  /**
   * Returns these settings with or without the probe, which works on scratch documents in the
   * collection {@code twophase_probe}: a few dozen updates race each other, to see whether the
   * server keeps them apart; and once for each build of a server, small transactions show whether
   * every update of the protocol does what it is for. Without the probe, an audit finds out a
   * server that fails, at the earliest.
   */
  public MongoStoreSettings withProbe(boolean probe) {
    return with(draft -> draft.probe = probe);
  }

  /**
   * Returns these settings with validators set on both collections, or left as they are. Then the
   * server itself refuses documents of this version that are not as they must be, whoever writes
   * them; a server that takes none is refused.
   */
  public MongoStoreSettings withValidators(boolean validators) {
    return with(draft -> draft.validators = validators);
  }

  /**
   * Returns these settings with finished records kept for {@code retention} after they finished.
   * Unless this is asked for, the store stays as it is; a new one keeps them for ever. {@link
   * Retention} says when a period is safe.
   */
  public MongoStoreSettings withRetention(Retention retention) {
    return with(draft -> draft.retention = Optional.of(retention));
  }

  /**
   * Returns these settings with or without an index of the accounts that have holds, which only
   * {@code scrub} uses. Without it a scrub looks at each account. With it, each transfer that finds
   * an account at rest pays for two more keys there. One that is there stays.
   */
  public MongoStoreSettings withHeldIndex(boolean heldIndex) {
    return with(draft -> draft.heldIndex = heldIndex);
  }

  /**
   * Returns these settings with or without an index of the transactions that have a reference, by
   * it. Without it, whoever looks for a reference reads all transactions. With it, a transaction
   * that has a reference costs one more key at its begin, and none later; one that has none costs
   * nothing. One that is there stays.
   */
  public MongoStoreSettings withReferenceIndex(boolean referenceIndex) {
    return with(draft -> draft.byReference = referenceIndex);
  }

  /**
   * Returns these settings with or without indexes of the transactions by the accounts that they
   * touch, for statements and for lists of one account's transactions. Without them these read all
   * transactions. With them, a transaction costs a key more at its begin for each account that it
   * touches, two of a transfer, and none later. Those that are there stay.
   */
  public MongoStoreSettings withAccountIndex(boolean accountIndex) {
    return with(draft -> draft.byAccount = accountIndex);
  }

  /**
   * Returns these settings with or without transactions of the server. With them, where a trial
   * finds that the server has them, a batch of transfers whose accounts nothing contends is one
   * such transaction; all else goes by the protocol. Without them, which is the default, all does:
   * a process that is killed with such a transaction open keeps others from its accounts until the
   * server ends it, after a minute by default, and this has run on a test server and on MongoDB 4.0
   * only.
   */
  public MongoStoreSettings withServerTransactions(boolean used) {
    return with(draft -> draft.serverTransactions = used);
  }

  /**
   * Returns these settings with collections whose documents take part although a hold cannot know
   * what their server will say of a settled document: they have a validator that refuses documents,
   * encrypted fields, a partial unique index, or an index whose kind refuses values (text, hashed,
   * of places). The host vouches that no transaction of its own leaves a document there that is
   * refused. If that is wrong, then a decided transaction stays applied and unfinished, and every
   * process that tries to finish it says so, until the index or the validator lets the document
   * pass. The store makes its own checks in these collections too: a plain unique index needs no
   * trust.
   *
   * <p>A validator is asked of holds, too: of placeholders, which have an {@code _id} and the
   * protocol's fields, and of documents with {@code pendingTransactions}. A hold that it does not
   * take is refused, by name, and nothing is decided.
   */
  public MongoStoreSettings withTrustedCollections(CollectionName... trusted) {
    return with(draft -> draft.trustedCollections = Set.of(trusted));
  }

  /**
   * Returns these settings with a name for the store's own cluster. A hold on a document names it
   * together with the collection of the records, so that stores on clusters of other names, with
   * collections of the same name, can hold documents in one database. It is recorded as a store is
   * opened for the first time, and never changes: a store that is opened without a name uses what
   * is recorded, and another name is refused ({@link UnsafeStoreException}).
   *
   * @throws IllegalArgumentException if the name is empty
   */
  public MongoStoreSettings withClusterName(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a cluster without a name");
    }
    return with(draft -> draft.clusterName = Optional.of(name));
  }

  /** The rules of holds of a store whose records are at {@code home}. */
  HoldRules rules(Home home) {
    return new HoldRules(home, CollectionName.of(accounts), holdLimit);
  }

  /** Reads and writes the accounts of a store whose records are at {@code home}. */
  AccountCodec accountCodec(Home home) {
    return new AccountCodec(new TutorialAccounts(adoptedCurrency), home);
  }

  private MongoStoreSettings with(Consumer<MongoStoreSettings> change) {
    try {
      MongoStoreSettings changed = (MongoStoreSettings) clone();
      change.accept(changed);
      return changed;
    } catch (CloneNotSupportedException never) {
      throw new AssertionError(never);
    }
  }
}
