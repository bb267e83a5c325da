package io.twophase.adapter.mongo.hold;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.hold.stored.AccountCodec;
import io.twophase.adapter.mongo.hold.stored.DocumentCodec;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Target;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the targets on one server, whatever their collections.
 *
 * @param rules of the store
 * @param codec reads its accounts
 * @param collections in which the targets are
 * @param server on which they all are
 * @param within gives the collection as it is read and written here
 */
record Sights(
    HoldRules rules,
    AccountCodec codec,
    KnownCollections collections,
    Server server,
    UnaryOperator<MongoCollection<BsonDocument>> within) {

  private static final Logger LOG = LoggerFactory.getLogger(MongoHolds.class);

  private static final BsonDocument IS_THERE = new BsonDocument("$exists", BsonBoolean.TRUE);
  private static final BsonDocument HAS_HOLDS = new BsonDocument(Names.PENDING + ".0", IS_THERE);
  private static final BsonDocument IS_MARKED =
      new BsonDocument(
          "$or",
          new BsonArray(
              List.of(
                  HAS_HOLDS,
                  new BsonDocument(Names.PLACEHOLDER, IS_THERE),
                  new BsonDocument(Names.ESCROW, IS_THERE))));

  MongoCollection<BsonDocument> at(CollectionName name) {
    return within.apply(collections.get(name));
  }

  CollectionName collection(Target target) {
    return target.fold(account -> rules.accounts(), DocumentRef::collection);
  }

  TargetReads reads(CollectionName name) {
    return new TargetReads(
        at(name),
        server,
        name.equals(rules.accounts()) ? codec::decode : raw -> DocumentCodec.decode(name, raw),
        rules.home());
  }

  List<Sight> find(List<Target> targets) {
    return ByCollection.read(
        targets,
        this::collection,
        (name, of) -> {
          Option<String> misnamed = collections.misnamed(name);
          List<Option<Sight>> found =
              misnamed.isDefined()
                  ? of.stream()
                      .map(one -> Option.some(misnamed(one, name, misnamed.get())))
                      .toList()
                  : reads(name).find(of).stream()
                      .map(seen -> seen.map(one -> one.sight()))
                      .toList();
          return IntStream.range(0, of.size())
              .mapToObj(at -> found.get(at).getOrElse(() -> Sight.absent(of.get(at))))
              .toList();
        });
  }

  private static Sight misnamed(Target target, CollectionName name, String fault) {
    return Sight.unreadable(target.toString(), name + " " + fault);
  }

  Sight findLatest(Target target) {
    CollectionName name = collection(target);
    return collections
        .misnamed(name)
        .map(fault -> misnamed(target, name, fault))
        .getOrElse(
            () ->
                reads(name)
                    .latest(target)
                    .map(seen -> seen.sight())
                    .getOrElse(() -> Sight.absent(target)));
  }

  void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    BsonDocument marked = collection.equals(rules.accounts()) ? HAS_HOLDS : IS_MARKED;
    reads(collection)
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
    if (collection.equals(rules.accounts())) {
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
}
