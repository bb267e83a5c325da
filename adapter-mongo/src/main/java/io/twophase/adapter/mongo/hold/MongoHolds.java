package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.GuardFilters.OperationSize;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.InSession;
import io.twophase.adapter.mongo.driver.KnownCollections;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Sending;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.vavr.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The holds that records have of the accounts and documents on one server. A call is one command
 * where the server has MongoDB 8's {@code bulkWrite} and all of it matches; else one for each
 * collection. In one command the collections come in the order of their names, so that all commands
 * meet targets in one order.
 */
public final class MongoHolds implements Holds {

  /** More than a hold weighs, without what it reserves. */
  private static final int HOLD_BYTES = 4_000;

  private static final Logger LOG = LoggerFactory.getLogger(MongoHolds.class);

  private static final BsonDocument HAS_HOLDS = doc(Names.PENDING + ".0", exists());
  private static final BsonDocument IS_MARKED =
      anyOf(HAS_HOLDS, doc(Names.PLACEHOLDER, exists()), doc(Names.ESCROW, exists()));

  final HoldRules rules;
  final CollectionName accounts;
  private final Table ofAccounts;
  private final Function<BsonDocument, Seen> codec;
  final Home home;
  final Optional<BsonDocument> room;
  final KnownCollections known;
  private final Server server;
  private final UnaryOperator<MongoCollection<BsonDocument>> within;

  /**
   * The holds outside of any transaction of the server.
   *
   * @param rules of the store
   * @param codec reads its accounts
   * @param known the collections in which the targets are, which must read and write with majority
   * @param server on which they all are
   */
  public MongoHolds(HoldRules rules, AccountCodec codec, KnownCollections known, Server server) {
    this(rules, codec::decode, known, server, UnaryOperator.identity());
  }

  private MongoHolds(
      HoldRules rules,
      Function<BsonDocument, Seen> codec,
      KnownCollections known,
      Server server,
      UnaryOperator<MongoCollection<BsonDocument>> within) {
    this.rules = rules;
    this.accounts = rules.accounts();
    this.room = TargetWrites.room(rules.limit());
    this.known = known;
    this.server = server;
    this.within = within;
    this.ofAccounts = new Table(within.apply(known.get(accounts)), server);
    this.codec = codec;
    this.home = rules.home();
  }

  /**
   * These targets within a transaction of the server: on its snapshot no read is older than a write
   * that it depends on, once the transaction is committed.
   */
  public MongoHolds in(ClientSession session) {
    return new MongoHolds(
        rules,
        codec,
        known,
        server.inTransaction(),
        collection -> InSession.of(collection, session));
  }

  private CollectionName collection(Target target) {
    return target.fold(account -> accounts, DocumentRef::collection);
  }

  Table table(CollectionName name) {
    return name.equals(accounts) ? ofAccounts : new Table(within.apply(known.get(name)), server);
  }

  TargetReads targets(CollectionName name) {
    return new TargetReads(
        table(name), name.equals(accounts) ? codec : raw -> DocumentCodec.decode(name, raw), home);
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    return sent(
        asked,
        one -> weight(one.claim()),
        Placing::target,
        one -> Tuple.of(one.target(), one.record(), one.claim().mode()),
        (name, of) -> new PlaceCall(this, name, of).part(),
        Answer.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return sent(
        asked,
        one -> HOLD_BYTES,
        Stamping::target,
        one -> Tuple.of(one.target(), one.read().record(), one.read().mode()),
        (name, of) -> stamping(table(name), of),
        MatchOutcome.IN_DOUBT);
  }

  /**
   * Stamps holds. If some are not as they were read, and the server does not say which, the holds
   * that are as asked for by now are counted: only the owner of an epoch stamps at it, so such a
   * hold is one that it has stamped.
   */
  private static Calls.Part<MatchOutcome> stamping(Table writes, List<Stamping> asked) {
    Sending first =
        new Sending(writes, asked.stream().map(TargetWrites::stamp).toList(), List.of());
    return new Calls.Part<>(
        first,
        () ->
            Matches.outcomes(
                asked,
                first.updates(),
                some -> writes.update(some.stream().map(TargetWrites::stamped).toList())));
  }

  /** One that is refused tells that a collection is not as it was when it was held. */
  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    try {
      return sent(
          asked,
          one -> one.claim().map(MongoHolds::weight).orElse(HOLD_BYTES),
          Ending::target,
          one -> Tuple.of(one.target(), one.record(), one.mode()),
          (name, of) -> new EndCall(this, name, of).part(),
          MatchOutcome.IN_DOUBT);
    } catch (StoreException refused) {
      asked.forEach(one -> known.forget(collection(one.target())));
      throw refused;
    }
  }

  /** More than the writes of a claim weigh, in bytes. */
  private static int weight(Claim claim) {
    long operation =
        claim.ofDocument().map(document -> OperationSize.of(document.operation())).orElse(0L);
    return Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, HOLD_BYTES + operation));
  }

  /**
   * Sends requests. Two on the place of one hold are sent in turn: what became of each is counted
   * then, and before MongoDB 8 the writes of one command do not take effect in their order. In one
   * command the accounts come first, then the collections in the order of their names.
   *
   * @param place tells where the hold of a request is
   */
  private <T, R> List<R> sent(
      List<T> asked,
      Function<T, Integer> weight,
      Function<T, Target> target,
      Function<T, Object> place,
      BiFunction<CollectionName, List<T>, Calls.Part<R>> part,
      R inDoubt) {
    boolean isNoneRepeated = asked.stream().map(target).distinct().count() == asked.size();
    List<List<T>> batches = new ArrayList<>(1);
    for (List<T> batch : server.batches(asked, asked.stream().map(weight).toList())) {
      batches.addAll(isNoneRepeated ? List.of(batch) : Calls.unrepeated(batch, place));
    }
    return Calls.sendTogether(
        server,
        batches,
        one -> collection(target.apply(one)),
        Comparator.comparing(
            name -> name.equals(accounts) ? "" : known.get(name).getNamespace().getFullName()),
        part,
        inDoubt);
  }

  @Override
  public List<Sight> find(List<Target> targets) {
    return Calls.read(
        targets,
        this::collection,
        (name, of) -> {
          Optional<String> misnamed = known.misnamed(name);
          if (misnamed.isPresent()) {
            return of.stream().map(one -> misnamed(one, name, misnamed.orElseThrow())).toList();
          }
          List<Optional<Seen>> found = targets(name).find(of);
          return IntStream.range(0, of.size())
              .mapToObj(at -> sight(of.get(at), found.get(at)))
              .toList();
        });
  }

  private static Sight sight(Target target, Optional<Seen> seen) {
    return seen.map(Seen::sight).orElseGet(() -> Sight.absent(target));
  }

  private static Sight misnamed(Target target, CollectionName name, String fault) {
    return Sight.unreadable(target.toString(), name + " " + fault);
  }

  @Override
  public Sight findLatest(Target target) {
    CollectionName name = collection(target);
    return known
        .misnamed(name)
        .map(fault -> misnamed(target, name, fault))
        .orElseGet(() -> sight(target, targets(name).latest(target)));
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    BsonDocument marked = collection.equals(accounts) ? HAS_HOLDS : IS_MARKED;
    targets(collection)
        .all(
            onlyHeld ? marked : new BsonDocument(),
            seen -> {
              if (isNamed(collection, seen.raw())) {
                consumer.accept(seen.sight());
              }
            });
  }

  /** Not a document whose id no operation can name: so no hold on it is one. */
  private boolean isNamed(CollectionName collection, BsonDocument document) {
    if (collection.equals(accounts)) {
      return true;
    }
    try {
      DocumentCodec.ref(collection, document);
      return true;
    } catch (RuntimeException unnameable) {
      LOG.warn("passed over in a scan: {}", unnameable.getMessage());
      return false;
    }
  }

  @Override
  public List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
    return targets(collection).select(guards, most).stream()
        .map(id -> collection.document(Values.decode(id)))
        .toList();
  }

  @Override
  public List<CollectionName> collections() {
    return known.registered();
  }

  /**
   * Targets on several clusters: the accounts and the documents on the store's own, and documents
   * on others, each asked for its own. The adapter asks in vain for a target that cannot be
   * reached: the other clusters' targets are held or settled all the same. A cluster that is not
   * known here takes no holds, and what it has is neither settled nor given back: that is for a
   * process that knows it.
   *
   * @param own the accounts, and the documents of collections that name no cluster
   * @param others those of other clusters, by their names
   */
  public record ClusterHolds(Holds own, Map<String, Holds> others) implements Holds {

    /** Returns where a target is: the cluster's name, or none. */
    private static Optional<String> cluster(Target target) {
      return target instanceof Target.OfDocument document
          ? document.ref().collection().cluster()
          : Optional.empty();
    }

    private boolean knows(Optional<String> cluster) {
      return cluster.map(others::containsKey).orElse(true);
    }

    private Holds on(Optional<String> cluster) {
      if (!knows(cluster)) {
        throw new StoreException(
            "cluster " + cluster.orElseThrow() + " is none that this process knows");
      }
      return cluster.map(others::get).orElse(own);
    }

    /** Returns whether a call has nothing to do with other clusters. */
    private static <T> boolean isOwn(List<T> asked, Function<T, Target> target) {
      return asked.stream().allMatch(one -> cluster(target.apply(one)).isEmpty());
    }

    @Override
    public List<Answer> place(List<Placing> asked) {
      if (isOwn(asked, Placing::target)) {
        return own.place(asked);
      }
      return Calls.sendToAll(
          asked,
          one -> cluster(one.target()),
          (cluster, of) ->
              knows(cluster)
                  ? on(cluster).place(of)
                  : of.stream().map(ClusterHolds::unknown).toList(),
          Answer.IN_DOUBT);
    }

    /** Only a document is on a cluster that has a name. */
    private static Answer unknown(Placing asked) {
      return Answer.refused(
          new DocumentRefusal.UnsafeCollection(
              ((Target.OfDocument) asked.target()).ref(),
              "is on a cluster that this process does not know"));
    }

    @Override
    public List<MatchOutcome> stamp(List<Stamping> asked) {
      return Calls.sendToAll(
          asked,
          one -> cluster(one.target()),
          (cluster, of) -> on(cluster).stamp(of),
          MatchOutcome.IN_DOUBT);
    }

    @Override
    public List<MatchOutcome> end(List<Ending> asked) {
      if (isOwn(asked, Ending::target)) {
        return own.end(asked);
      }
      return Calls.sendToAll(
          asked,
          one -> cluster(one.target()),
          (cluster, of) -> on(cluster).end(of),
          MatchOutcome.IN_DOUBT);
    }

    @Override
    public List<Sight> find(List<Target> targets) {
      return Calls.read(targets, ClusterHolds::cluster, (cluster, of) -> on(cluster).find(of));
    }

    @Override
    public Sight findLatest(Target target) {
      return on(cluster(target)).findLatest(target);
    }

    @Override
    public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
      on(collection.cluster()).scan(collection, onlyHeld, consumer);
    }

    @Override
    public List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
      return on(collection.cluster()).select(collection, guards, most);
    }

    @Override
    public List<CollectionName> collections() {
      return own.collections();
    }
  }
}
