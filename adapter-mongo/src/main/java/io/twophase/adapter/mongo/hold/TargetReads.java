package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.driver.TakenValues;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the targets of one collection, whole. Some servers let a reader see an update of a document
 * half made, so an account whose sums are wrong is read again, a few times, before it is called
 * unreadable.
 *
 * @param codec says what a document is
 * @param home of the ranges of money, if there are any
 */
record TargetReads(Table table, Function<BsonDocument, Seen> codec, Home home) {

  private static final int READ_AGAIN = 8;
  private static final BsonDocument ONLY_HOLDS = doc(Names.PENDING, 1);

  private Reads reads() {
    return table.reads();
  }

  /** One that has a unique value which keeps {@code placeholder} out, if there is one now. */
  Optional<TakenValues.Taken> taken(BsonDocument placeholder, List<UniqueIndex> indexes) {
    return new TakenValues(reads()).of(placeholder, indexes);
  }

  /** Each target, in the order asked; none where there is none. */
  List<Optional<Seen>> find(List<Target> targets) {
    return byId(targets.stream().map(TargetWrites::id).toList());
  }

  /**
   * The holds of each target, however odd the rest of it is; without those that are no holds. None
   * where there is no target.
   */
  List<Optional<List<Hold>>> holds(List<Target> targets) {
    List<BsonValue> ids = targets.stream().map(TargetWrites::id).toList();
    Map<String, BsonDocument> found =
        reads().byId(ids, TargetReads::keyOf, find -> find.projection(ONLY_HOLDS));
    return ids.stream()
        .map(
            id -> Optional.ofNullable(found.get(key(id))).map(raw -> HoldCodec.readable(raw, home)))
        .toList();
  }

  private List<Optional<Seen>> byId(List<BsonValue> ids) {
    // a number is the same id whatever its type
    Map<String, Seen> found = new HashMap<>();
    List<BsonValue> open = ids;
    for (int tries = 0; tries <= READ_AGAIN && !open.isEmpty(); tries++) {
      reads()
          .byId(open, TargetReads::keyOf, find -> find)
          .forEach((id, raw) -> found.put(id, codec.apply(raw)));
      open = open.stream().filter(id -> isTorn(found.get(key(id)))).toList();
    }
    return ids.stream().map(id -> Optional.ofNullable(found.get(key(id)))).toList();
  }

  private static boolean isTorn(@Nullable Seen seen) {
    return seen != null && seen.kind() == Seen.Kind.TORN;
  }

  private static String key(BsonValue id) {
    return Values.decode(id).canonical().exactText();
  }

  private static String keyOf(BsonDocument raw) {
    return key(id(raw));
  }

  private static BsonValue id(BsonDocument raw) {
    return Objects.requireNonNull(raw.get(Names.ID));
  }

  /**
   * A target as a majority confirms it, before it refuses anything; as it was read, if no read is
   * older than an acknowledged write.
   */
  Optional<Seen> confirmed(Target target, Optional<Seen> seen) {
    return table.server().mayLag() ? reads().confirmed(TargetWrites.id(target)).map(codec) : seen;
  }

  /** A target as the latest state that a majority has; what cannot be read is not written to. */
  Optional<Seen> latest(Target target) {
    Optional<Seen> seen = find(List.of(target)).get(0);
    return seen.filter(there -> there.fault().isEmpty()).isPresent()
        ? reads().latest(TargetWrites.id(target)).map(codec)
        : seen;
  }

  /** The ids of documents that the guards hold of, in no order. */
  List<BsonValue> select(List<Guard> guards, int most) {
    BsonArray conditions = new BsonArray(List.of(doc(Names.PLACEHOLDER, HoldFilters.ABSENT)));
    guards.forEach(guard -> conditions.add(GuardFilters.of(guard)));
    return reads()
        .list(doc("$and", conditions), find -> find.projection(doc(Names.ID, 1)), most)
        .stream()
        .map(TargetReads::id)
        .toList();
  }

  /** Shows {@code consumer} all targets that match, in the order of their ids. */
  void all(BsonDocument filter, Consumer<Seen> consumer) {
    reads()
        .all(
            filter,
            raw -> {
              Seen seen = codec.apply(raw);
              consumer.accept(isTorn(seen) ? byId(List.of(id(raw))).get(0).orElse(seen) : seen);
            });
  }
}
