package io.twophase.adapter.mongo.hold;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.adapter.mongo.call.InTurn;
import io.twophase.adapter.mongo.call.OneCommand;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.collection.CollectionRegistry;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.collection.TakenValues;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.stored.AccountCodec;
import io.twophase.adapter.mongo.hold.write.OperationSize;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.InSession;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.vavr.Tuple;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/**
 * The holds that records have of the accounts and documents on one server. A call is one command
 * where the server has MongoDB 8's {@code bulkWrite} and all of it matches; else one for each
 * collection. In one command the collections come in the order of their names, so that all commands
 * meet targets in one order.
 */
public final class MongoHolds implements Holds {

  /** More than a hold weighs, without what it reserves. */
  private static final int HOLD_BYTES = 4_000;

  private final HoldRules rules;
  private final KnownCollections collections;
  private final CollectionRegistry registry;
  private final Server server;
  private final Sights sights;

  /**
   * The targets of collections that must read and write with majority.
   *
   * @param rules of the store
   * @param codec reads its accounts
   * @param collections in which the targets are
   * @param registry keeps the names of those whose documents take part
   * @param server on which they all are
   */
  public MongoHolds(
      HoldRules rules,
      AccountCodec codec,
      KnownCollections collections,
      CollectionRegistry registry,
      Server server) {
    this(registry, new Sights(rules, codec, collections, server, UnaryOperator.identity()));
  }

  private MongoHolds(CollectionRegistry registry, Sights sights) {
    this.rules = sights.rules();
    this.collections = sights.collections();
    this.registry = registry;
    this.server = sights.server();
    this.sights = sights;
  }

  /**
   * These targets within a transaction of the server: on its snapshot no read is older than a write
   * that it depends on, once the transaction is committed.
   */
  public MongoHolds in(ClientSession session) {
    return new MongoHolds(
        registry,
        new Sights(
            rules,
            sights.codec(),
            collections,
            server.inTransaction(),
            collection -> InSession.of(collection, session)));
  }

  private TargetCollection targets(CollectionName name) {
    MongoCollection<BsonDocument> collection = sights.at(name);
    return new TargetCollection(
        new Writes(collection, server),
        sights.reads(name),
        new TakenValues(new Reads(collection, server)),
        () -> traits(name),
        () -> collections.forget(name),
        server.limits().tellsSizes());
  }

  /** One that was not registered, since nothing could be held in it then, takes no holds yet. */
  private CollectionTraits traits(CollectionName name) {
    return collections
        .traits(name)
        .unless(
            () ->
                Option.when(
                    !registry.isRegistered(name),
                    "could take no holds a moment ago: ask again under another id"));
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    // what is refused for its collection's name gives that no second name in the registry
    registry.register(
        asked.stream()
            .flatMap(
                one ->
                    one.claim()
                        .target()
                        .fold(account -> Option.<DocumentRef>none(), Option::some)
                        .toJavaStream())
            .map(DocumentRef::collection)
            .filter(name -> collections.misnamed(name).isEmpty())
            .toList());
    return sent(
        server.limits().batches(asked, one -> weight(one.claim())),
        one -> one.claim().target(),
        one -> Tuple.of(one.claim().target(), one.record(), one.claim().mode()),
        (name, of) -> new HoldRounds(targets(name), rules).of(of),
        Answer.inDoubt());
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return sent(
        server.limits().batches(asked, one -> HOLD_BYTES),
        Stamping::target,
        one -> Tuple.of(one.target(), one.read().record(), one.read().mode()),
        (name, of) -> new StampRounds(new Writes(sights.at(name), server)).of(of),
        MatchOutcome.IN_DOUBT);
  }

  /** One that is refused tells that a collection is not as it was when it was held. */
  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    try {
      return sent(
          server.limits().batches(asked, MongoHolds::weight),
          Ending::target,
          MongoHolds::place,
          this::ending,
          MatchOutcome.IN_DOUBT);
    } catch (StoreException refused) {
      asked.forEach(one -> collections.forget(sights.collection(one.target())));
      throw refused;
    }
  }

  private static Object place(Ending asked) {
    HoldMode mode = asked.claim().map(Claim::mode).getOrElse(() -> asked.known().get().mode());
    return Tuple.of(asked.target(), asked.record(), mode);
  }

  private Part<MatchOutcome> ending(CollectionName name, List<Ending> asked) {
    Part<MatchOutcome> ending = new EndRounds(targets(name), rules.home()).of(asked);
    return name.equals(rules.accounts())
        ? ending
        : ending.unlessRefused(
            refused -> {
              if (registry.isStored(name)) {
                throw refused;
              }
              // its hold was refused with the collection, so there is nothing to end
              return Batches.all(asked, MatchOutcome.NOT_MATCHED);
            });
  }

  private static int weight(Ending asked) {
    return asked.claim().map(MongoHolds::weight).getOrElse(HOLD_BYTES);
  }

  /** More than the writes of a claim weigh, in bytes. */
  private static int weight(Claim claim) {
    long operation =
        claim.ofDocument().map(document -> OperationSize.of(document.operation())).getOrElse(0L);
    return Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, HOLD_BYTES + operation));
  }

  /**
   * Sends requests. Two on the place of one hold are sent in turn: what became of each is counted
   * then, and before MongoDB 8 the writes of one command do not take effect in their order.
   *
   * @param place tells where the hold of a request is
   */
  private <T, R> List<R> sent(
      List<List<T>> batches,
      Function<T, Target> target,
      Function<T, Object> place,
      BiFunction<CollectionName, List<T>, Part<R>> part,
      R inDoubt) {
    InTurn<R> turns = new InTurn<>(inDoubt);
    List<R> answers = new ArrayList<>();
    for (List<T> all : batches) {
      for (List<T> batch : Batches.unrepeated(all, place)) {
        answers.addAll(
            turns.next(
                batch.size(),
                () ->
                    ByCollection.sendTogether(
                        batch,
                        one -> sights.collection(target.apply(one)),
                        Comparator.comparing(this::namespace),
                        part,
                        new OneCommand(server),
                        inDoubt)));
      }
    }
    turns.requireNoneRefused();
    return answers;
  }

  /** The accounts come first, then the collections in the order of their names. */
  private String namespace(CollectionName name) {
    return name.equals(rules.accounts()) ? "" : collections.get(name).getNamespace().getFullName();
  }

  @Override
  public List<Sight> find(List<Target> targets) {
    return sights.find(targets);
  }

  @Override
  public Sight findLatest(Target target) {
    return sights.findLatest(target);
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    sights.scan(collection, onlyHeld, consumer);
  }

  @Override
  public List<CollectionName> collections() {
    return registry.all();
  }
}
