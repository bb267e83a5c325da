package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.Inspection.CompoundIndex;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * The collections whose documents take part, and what is known of each. That is read with the first
 * hold in a collection, by two commands, or three at a router; then again with the first hold after
 * {@link #LIFE}, and after what cannot be by what is known: a settle that was refused, a value that
 * was taken. Between these a hold costs no command more. Thread-safe.
 */
public final class KnownCollections {

  /** The time for which the traits of a collection are taken for true. */
  public static final Duration LIFE = Duration.ofMinutes(1);

  private record Known(CollectionTraits traits, Instant readAt) {}

  private final Function<String, MongoDatabase> others;
  private final MongoDatabase own;
  private final CollectionRegistry registry;
  private final Inspector inspector;
  private final Set<CollectionName> trusted;
  private final Set<String> reserved;
  private final BiFunction<CollectionName, MongoDatabase, Optional<String>> refusals;
  private final InstantSource clock;
  private final Map<CollectionName, Known> known = new ConcurrentHashMap<>();
  private final Set<CollectionName> registered = ConcurrentHashMap.newKeySet();

  /**
   * Knows nothing yet.
   *
   * @param others finds their databases by name
   * @param own the database of collections that name none, which must read and write with majority
   * @param registry keeps the names of those whose documents take part
   * @param inspector of the server that they are on
   * @param reserved the namespaces of the store's own collections, whose documents take no part
   * @param refusals asked before the first hold in a collection: why the store holds nothing there
   *     whatever the collection is like, in words that follow its name
   * @param trusted those for which the host vouches that no index and no validator stops a settle;
   *     and that of the accounts, whose guards are the store's own business
   * @param clock by which knowledge grows old
   */
  public KnownCollections(
      Function<String, MongoDatabase> others,
      MongoDatabase own,
      CollectionRegistry registry,
      Inspector inspector,
      Set<String> reserved,
      BiFunction<CollectionName, MongoDatabase, Optional<String>> refusals,
      Set<CollectionName> trusted,
      InstantSource clock) {
    this.others = others;
    this.own = own;
    this.registry = registry;
    this.inspector = inspector;
    this.reserved = Set.copyOf(reserved);
    this.refusals = refusals;
    this.trusted = Set.copyOf(trusted);
    this.clock = clock;
  }

  /** The collection's database, with the store's concerns, whatever its cluster is called. */
  private MongoDatabase database(CollectionName name) {
    return name.database()
        .map(
            other ->
                others
                    .apply(other)
                    .withWriteConcern(own.getWriteConcern())
                    .withReadConcern(own.getReadConcern())
                    .withReadPreference(own.getReadPreference()))
        .orElse(own);
  }

  /** The collection of that name. */
  public MongoCollection<BsonDocument> get(CollectionName name) {
    return database(name).getCollection(name.collection(), BsonDocument.class);
  }

  /**
   * Why documents cannot be named by that name of their collection, in words that follow it; none
   * if they can. The own database is not named: each of its documents would have two names, by
   * which it would be taken for two.
   */
  public Optional<String> misnamed(CollectionName name) {
    return name.database()
        .filter(database -> database.equals(own.getName()))
        .map(
            database ->
                "is in the own database, which is not named: it is called "
                    + new CollectionName(name.cluster(), Optional.empty(), name.collection()));
  }

  /**
   * Returns when the collection is registered, if something can be held in it: one write if this
   * process has not asked about it before. The adapter first reads all that can be known of it.
   *
   * @throws StoreUnavailableException if the server cannot be reached, or does not answer for
   *     certain; no hold may be sent then
   * @throws StoreException if the server refuses to store the name, or a majority does not confirm
   *     it; likewise
   */
  public void register(CollectionName name) {
    if (!registered.contains(name) && inspected(name).unsafe().isEmpty()) {
      registry.add(name);
      registered.add(name);
    }
  }

  /**
   * Returns whether any process has registered it: if not, nothing in it is held.
   *
   * @throws StoreException if a majority does not say
   */
  public boolean isStored(CollectionName name) {
    return registered.contains(name) || registry.has(name);
  }

  /**
   * All that were ever registered, in their order.
   *
   * @throws StoreException if they cannot be read, or one of them is no name
   */
  public List<CollectionName> registered() {
    return registry.all();
  }

  /**
   * The adapter answers the traits of a collection, and reads them where it does not know them. One
   * that was not registered, since nothing could be held in it then, takes no holds yet.
   */
  public CollectionTraits traits(CollectionName name) {
    return inspected(name)
        .unless(
            () ->
                !registered.contains(name)
                    ? Optional.of("could take no holds a moment ago: ask again under another id")
                    : Optional.empty());
  }

  private CollectionTraits inspected(CollectionName name) {
    Optional<String> misnamed = misnamed(name);
    if (misnamed.isPresent()) {
      return CollectionTraits.unsafe(misnamed.orElseThrow());
    }
    if (reserved.contains(get(name).getNamespace().getFullName())) {
      return CollectionTraits.unsafe("is one of the store's own");
    }
    Known found = known.get(name);
    Instant now = clock.instant();
    if (found != null && !now.isBefore(found.readAt()) && now.isBefore(found.readAt().plus(LIFE))) {
      return found.traits();
    }
    Optional<CollectionTraits> read = read(name);
    CollectionTraits traits =
        read.orElse(CollectionTraits.PLAIN).unless(() -> refusals.apply(name, database(name)));
    // one that is not there is made by its first placeholder, or by its host, with indexes; and a
    // refusal may pass: of a database that takes no writes now
    read.filter(traits::equals).ifPresent(fit -> known.put(name, new Known(fit, now)));
    return traits;
  }

  /** Forgets a collection: it is read again with the next hold. */
  public void forget(CollectionName name) {
    known.remove(name);
  }

  private Optional<CollectionTraits> read(CollectionName name) {
    try {
      return inspector.traits(database(name), name.collection(), trusted.contains(name));
    } catch (MongoException | IllegalStateException failed) {
      StoreException why =
          inspector
              .errors()
              .ofRead("say what indexes, validators and shards " + name + " has", failed);
      if (DriverErrors.ofWrite(DriverErrors.of(failed)) == DriverErrors.Verdict.REFUSED) {
        return Optional.of(CollectionTraits.unsafe("cannot be inspected: " + why.getMessage()));
      }
      throw why;
    }
  }

  /**
   * The properties of a collection that matter to holds on its documents, and what they refuse
   * whatever its documents are: a settle there could fail.
   *
   * @param unique its unique indexes, without that of {@code _id}
   * @param compound its indexes of several fields, unique or not
   * @param unsafe why a settle could fail in it whatever is asked at the hold, or a guard mislead;
   *     in words that follow the collection's name
   */
  public record CollectionTraits(
      List<UniqueIndex> unique, List<CompoundIndex> compound, Optional<String> unsafe) {

    private static final String OF_NO_INDEX = "a field of no unique index";
    private static final String OF_NO_ARRAYS = "a field of no index of several fields";

    /** The traits of a collection that is not there yet: a hold that needs it makes it. */
    public static final CollectionTraits PLAIN =
        new CollectionTraits(List.of(), List.of(), Optional.empty());

    /** The indexes do not change. */
    public CollectionTraits {
      unique = List.copyOf(unique);
      compound = List.copyOf(compound);
    }

    /**
     * The traits of a collection in which nothing is held, for a reason in words that follow its
     * name.
     */
    static CollectionTraits unsafe(String what) {
      return new CollectionTraits(List.of(), List.of(), Optional.of(what));
    }

    /** Returns the same, where the store holds nothing for a reason of its own too. */
    public CollectionTraits unless(Supplier<Optional<String>> refusal) {
      return new CollectionTraits(unique, compound, unsafe.or(refusal));
    }

    /** The fields that must be no arrays, nor lead through one, for those changes to be stored. */
    public Stream<FieldPath> noArrays(Changes changes) {
      return compound.stream().flatMap(index -> index.others(changes)).distinct();
    }

    /** Why the operation takes no part in such a collection, if it takes none. */
    public Optional<DocumentRefusal> refusal(DocumentOperation operation) {
      return unsafe(operation.document()).or(() -> unfit(operation));
    }

    private Optional<DocumentRefusal> unfit(DocumentOperation operation) {
      DocumentRef document = operation.document();
      if (operation instanceof InsertDocument insert) {
        return DocumentRefusal.DocumentTooLarge.of(document, insert.fields())
            .or(() -> parallel(document, insert.fields()));
      } else if (operation instanceof ChangeDocument change) {
        return change.changes().all().stream()
            .flatMap(one -> changed(document, one).stream())
            .findFirst()
            .or(() -> ofSettled(operation, Fields.none()));
      }
      return operation instanceof AddToField add
          ? notAddable(document, add.field())
          : Optional.empty();
    }

    /** Why a document of these fields cannot become what the operation would make of it. */
    public Optional<DocumentRefusal> ofSettled(DocumentOperation operation, Fields fields) {
      return operation instanceof ChangeDocument change && !compound.isEmpty()
          ? change
              .changes()
              .applyTo(fields)
              .fold(
                  impossible -> Optional.empty(),
                  settled -> parallel(operation.document(), settled))
          : Optional.empty();
    }

    /** The document has arrays where an index takes one at most. */
    private Optional<DocumentRefusal> parallel(DocumentRef document, Fields fields) {
      return compound.stream()
          .flatMap(index -> index.refusal(fields).stream())
          .findFirst()
          .map(what -> new DocumentRefusal.UnsafeCollection(document, what));
    }

    private Optional<DocumentRefusal> changed(DocumentRef document, FieldChange change) {
      String path = change.path().toString();
      return uniqueOf(change.path())
          .<DocumentRefusal>map(
              index ->
                  new DocumentRefusal.ChangeImpossible(document, path, OF_NO_INDEX, words(index)))
          .or(
              () ->
                  compound.stream()
                      .filter(index -> index.isAtRisk(change))
                      .findFirst()
                      .map(
                          index ->
                              new DocumentRefusal.ChangeImpossible(
                                  document,
                                  path,
                                  OF_NO_ARRAYS,
                                  "one of the index " + index.name())));
    }

    /** The unique index that a change of that field could offend, if there is one. */
    Optional<UniqueIndex> uniqueOf(FieldPath path) {
      return unique.stream().filter(index -> index.isOf(path)).findFirst();
    }

    private static String words(UniqueIndex index) {
      return "one of the unique index " + index.name();
    }

    /** Why a field takes no additions in such a collection, if it takes none. */
    public Optional<DocumentRefusal> ofAddition(DocumentRef document, Scale scale) {
      String field = scale.field().name();
      return unsafe(document).or(() -> notAddable(document, field));
    }

    private Optional<DocumentRefusal> notAddable(DocumentRef document, String field) {
      return uniqueOf(new FieldPath(List.of(field)))
          .map(index -> new DocumentRefusal.NotAddable(document, field, OF_NO_INDEX, words(index)));
    }

    /** Why nothing takes part in such a collection. */
    public Optional<DocumentRefusal> unsafe(DocumentRef document) {
      return unsafe.map(what -> new DocumentRefusal.UnsafeCollection(document, what));
    }

    /**
     * An index that allows each value once.
     *
     * @param name its name
     * @param paths the fields that it is of, together
     * @param sparse whether a document that has none of the fields is not in it
     * @param collation by which it compares texts; none where it compares them bytewise
     */
    public record UniqueIndex(
        String name, List<FieldPath> paths, boolean sparse, Optional<BsonDocument> collation) {

      /** The paths do not change. */
      public UniqueIndex {
        paths = List.copyOf(paths);
      }

      /** Returns whether a change of that field may change what is in the index. */
      boolean isOf(FieldPath path) {
        FieldPath ofAll = path.withoutIndexes();
        return paths.stream().anyMatch(indexed -> indexed.withoutIndexes().overlaps(ofAll));
      }

      /** The fields, for people. */
      public String fields() {
        return paths.stream().map(FieldPath::toString).collect(Collectors.joining(", "));
      }
    }
  }
}
