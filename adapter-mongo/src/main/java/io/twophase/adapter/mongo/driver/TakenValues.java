package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;

import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Finds the document whose value of a unique index keeps a placeholder out. */
public record TakenValues(Reads reads) {

  /**
   * A document that has such a value.
   *
   * @param index the index
   * @param by the document
   */
  public record Taken(UniqueIndex index, BsonDocument by) {}

  private static final Optional<BsonValue> NONE = Optional.empty();

  /** One that keeps {@code placeholder} out, if there is one now. */
  public Optional<Taken> of(BsonDocument placeholder, List<UniqueIndex> indexes) {
    for (UniqueIndex index : indexes) {
      if (isIn(placeholder, index)) {
        Optional<BsonDocument> found = find(placeholder, index);
        if (found.isPresent()) {
          return found.map(by -> new Taken(index, by));
        }
      }
    }
    return Optional.empty();
  }

  /** A sparse index has no document that has none of its fields. */
  private static boolean isIn(BsonDocument placeholder, UniqueIndex index) {
    return !index.sparse()
        || index.paths().stream()
            .anyMatch(path -> keys(placeholder, path.names(), NONE).findAny().isPresent());
  }

  private static BsonDocument conditions(BsonDocument placeholder, UniqueIndex index) {
    // what has no key is not in a sparse index, and null beside other fields
    Optional<BsonValue> missing =
        index.sparse() && index.paths().size() == 1 ? NONE : Optional.of(BsonNull.VALUE);
    BsonArray conditions = new BsonArray();
    for (FieldPath path : index.paths()) {
      conditions.add(
          any(keys(placeholder, path.names(), missing).map(key -> on(path, doc("$eq", key)))));
    }
    if (index.sparse()) {
      conditions.add(any(index.paths().stream().map(path -> on(path, exists()))));
    }
    return doc("$and", conditions);
  }

  private static BsonDocument any(Stream<BsonDocument> conditions) {
    return anyOf(conditions.toList());
  }

  private static BsonDocument on(FieldPath path, BsonDocument condition) {
    return doc(path.toString(), condition);
  }

  private Optional<BsonDocument> find(BsonDocument placeholder, UniqueIndex index) {
    return reads
        .confirmed(
            conditions(placeholder, index),
            find ->
                index
                    .collation()
                    .map(Collations::of)
                    .map(find::collation)
                    .orElseGet(() -> find)
                    .limit(2))
        .stream()
        .filter(one -> !id(one).equals(id(placeholder)))
        .findFirst();
  }

  /** Compared here: a command compares ids by the index's collation too. */
  private static Value id(BsonDocument document) {
    return Values.decode(Objects.requireNonNull(document.get(Names.ID))).canonical();
  }

  /** Returns what an index has of a document at a path: of an array each element. */
  private static Stream<BsonValue> keys(
      BsonValue value, List<String> names, Optional<BsonValue> missing) {
    if (value instanceof BsonArray array && !array.isEmpty()) {
      return array.stream().flatMap(element -> keys(element, names, missing));
    }
    if (names.isEmpty()) {
      return Stream.of(value);
    }
    BsonValue inner = value.isDocument() ? value.asDocument().get(names.get(0)) : null;
    return inner == null ? missing.stream() : keys(inner, names.subList(1, names.size()), missing);
  }
}
