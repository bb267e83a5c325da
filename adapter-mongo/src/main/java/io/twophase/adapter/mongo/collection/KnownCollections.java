package io.twophase.adapter.mongo.collection;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.domain.document.CollectionName;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * The collections whose documents take part, and what is known of each. That is read with the first
 * hold in a collection, by two commands, or three at a router; then again with the first hold after
 * {@link #LIFE}, and after what cannot be by what is known: a settle that was refused, a value that
 * was taken. Between these a hold costs no command more. Thread-safe.
 */
public final class KnownCollections {

  /** How long what was read of a collection is taken for true. */
  public static final Duration LIFE = Duration.ofMinutes(1);

  private record Known(CollectionTraits traits, Instant readAt) {}

  private final Function<CollectionName, MongoDatabase> databases;
  private final Inspector inspector;
  private final Set<CollectionName> trusted;
  private final Set<String> reserved;
  private final Option<CollectionName> accounts;
  private final Function<CollectionName, Option<String>> refusals;
  private final InstantSource clock;
  private final DriverErrors errors;
  private final Map<CollectionName, Known> known = new ConcurrentHashMap<>();

  /**
   * Knows nothing yet.
   *
   * @param databases finds the database of a collection, which must read and write with majority
   * @param inspector of the server that they are on
   * @param reserved the namespaces of the store's own collections, whose documents take no part
   * @param accounts the collection of the accounts, if it is here: what it is guarded by is the
   *     store's own business
   * @param refusals asked before the first hold in a collection: why the store holds nothing there
   *     whatever the collection is like, in words that follow its name
   * @param trusted those for which the host vouches that no index and no validator stops a settle
   * @param clock by which knowledge grows old
   */
  public KnownCollections(
      Function<CollectionName, MongoDatabase> databases,
      Inspector inspector,
      Set<String> reserved,
      Option<CollectionName> accounts,
      Function<CollectionName, Option<String>> refusals,
      Set<CollectionName> trusted,
      InstantSource clock,
      DriverErrors errors) {
    this.databases = databases;
    this.inspector = inspector;
    this.reserved = Set.copyOf(reserved);
    this.accounts = accounts;
    this.refusals = refusals;
    this.trusted = Set.copyOf(trusted);
    this.clock = clock;
    this.errors = errors;
  }

  /** The collection of that name. */
  public MongoCollection<BsonDocument> get(CollectionName name) {
    return databases.apply(name).getCollection(name.collection(), BsonDocument.class);
  }

  /**
   * Why documents cannot be named by that name of their collection, in words that follow it; none
   * if they can. The own database is not named: each of its documents would have two names, by
   * which it would be taken for two.
   */
  public Option<String> misnamed(CollectionName name) {
    return name.database()
        .filter(database -> database.equals(databases.apply(inOwnDatabase(name)).getName()))
        .map(
            database ->
                "is in the own database, which is not named: it is called " + inOwnDatabase(name));
  }

  private static CollectionName inOwnDatabase(CollectionName name) {
    return new CollectionName(name.cluster(), Option.none(), name.collection());
  }

  /** What matters of it, as far as it is known; read where it is not. */
  public CollectionTraits traits(CollectionName name) {
    Option<String> misnamed = misnamed(name);
    if (misnamed.isDefined()) {
      return CollectionTraits.unsafe(misnamed.get());
    }
    if (reserved.contains(get(name).getNamespace().getFullName())) {
      return CollectionTraits.RESERVED;
    }
    Known found = known.get(name);
    Instant now = clock.instant();
    if (found != null && !now.isBefore(found.readAt()) && now.isBefore(found.readAt().plus(LIFE))) {
      return found.traits();
    }
    Option<CollectionTraits> read = read(name).map(traits -> refused(name, traits));
    // one that is not there is made by its first placeholder, or by its host, with indexes
    read.forEach(traits -> known.put(name, new Known(traits, now)));
    return read.getOrElse(() -> refused(name, CollectionTraits.PLAIN));
  }

  private CollectionTraits refused(CollectionName name, CollectionTraits traits) {
    return traits.unless(() -> refusals.apply(name));
  }

  /** What is known of it may be wrong: it is read again with the next hold. */
  public void forget(CollectionName name) {
    known.remove(name);
  }

  private Option<CollectionTraits> read(CollectionName name) {
    try {
      return inspector.traits(databases.apply(name), name.collection(), isTrusted(name));
    } catch (MongoException failed) {
      StoreException why =
          errors.ofRead("say what indexes, validators and shards " + name + " has", failed);
      if (DriverErrors.ofWrite(failed) == DriverErrors.Verdict.REFUSED) {
        return Option.some(CollectionTraits.unsafe("cannot be inspected: " + why.getMessage()));
      }
      throw why;
    }
  }

  private boolean isTrusted(CollectionName name) {
    return trusted.contains(name) || accounts.contains(name);
  }
}
