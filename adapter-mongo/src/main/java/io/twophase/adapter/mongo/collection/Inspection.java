package io.twophase.adapter.mongo.collection;

import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The answers of a server about one collection: its entry in the list, and its indexes. */
final class Inspection {

  private static final String SIMPLE = "simple";
  private static final String EXPIRY = "expireAfterSeconds";

  private static final String REMOVES =
      ", by which the server removes documents by their age, held ones too";

  private final boolean trusted;
  private final List<UniqueIndex> unique = new ArrayList<>();
  private final List<CompoundIndex> compound = new ArrayList<>();

  /**
   * The fault that no trust changes: the server's own guards or writes would not be the domain's.
   */
  private Optional<String> unfit = Optional.empty();

  /** The risk that a host may know to be harmless. */
  private Optional<String> risk = Optional.empty();

  private Inspection(boolean trusted) {
    this.trusted = trusted;
  }

  /**
   * Returns what matters of a collection.
   *
   * @param entry of {@code listCollections}
   * @param indexes of {@code listIndexes}
   * @param shardKey by which it is spread over shards, if it is
   * @param trusted whether the host vouches that no index and no validator stops a settle
   */
  static CollectionTraits of(
      BsonDocument entry,
      List<BsonDocument> indexes,
      Optional<BsonDocument> shardKey,
      boolean trusted) {
    Inspection inspection = new Inspection(trusted);
    inspection.look(entry, indexes, shardKey);
    indexes.forEach(inspection::lookAtExpiry);
    return new CollectionTraits(
        inspection.unique,
        inspection.compound,
        inspection.unfit.or(() -> trusted ? Optional.empty() : inspection.risk));
  }

  /**
   * Why a store cannot keep documents of its own in a collection, in words that follow its name.
   *
   * @param expiring the field by whose age the server may remove documents, if there is one
   */
  static Optional<String> unfitAsOwn(
      BsonDocument entry,
      List<BsonDocument> indexes,
      Optional<BsonDocument> shardKey,
      Optional<String> expiring) {
    Inspection inspection = new Inspection(true);
    inspection.look(entry, indexes, shardKey);
    return inspection.unfit.or(
        () ->
            indexes.stream()
                .filter(index -> index.containsKey(EXPIRY))
                .filter(index -> !expiring.filter(document(index, "key")::containsKey).isPresent())
                .findFirst()
                .map(index -> has(text(index, "name")) + REMOVES));
  }

  /** Returns whether it is a collection, of which alone indexes can be listed. */
  static boolean isCollection(BsonDocument entry) {
    return type(entry).equals("collection");
  }

  private static String type(BsonDocument entry) {
    return entry.getString("type", new BsonString("collection")).getValue();
  }

  private void look(
      BsonDocument entry, List<BsonDocument> indexes, Optional<BsonDocument> shardKey) {
    BsonDocument options = document(entry, "options");
    if (!isCollection(entry)) {
      unfit("is no collection of its own but a " + type(entry));
    }
    if (isTrue(options, "capped")) {
      unfit("is capped");
    }
    if (hasCollation(options)) {
      unfit("compares texts by a collation of its own, which guards do not know");
    }
    if (options.containsKey(EXPIRY)) {
      unfit("is clustered by a date" + REMOVES);
    }
    shardKey
        .filter(key -> !Set.of(Names.ID).equals(key.keySet()))
        .ifPresent(
            key ->
                unfit(
                    ("is sharded by %s and not by _id alone: its shards do not keep an _id"
                            + " unique, and a write that names only the _id may miss its document")
                        .formatted(String.join(", ", key.keySet()))));
    if (hasStrictValidator(options)) {
      risk("has a validator that refuses documents, and may refuse one at a settle");
    }
    indexes.forEach(this::lookAtIndex);
  }

  private void lookAtExpiry(BsonDocument index) {
    if (index.containsKey(EXPIRY)) {
      risk(has(text(index, "name")) + REMOVES);
    }
  }

  private static boolean hasStrictValidator(BsonDocument options) {
    return !document(options, "validator").isEmpty()
        && !text(options, "validationLevel").equals("off")
        && !text(options, "validationAction").equals("warn");
  }

  private void lookAtIndex(BsonDocument index) {
    String name = text(index, "name");
    List<FieldPath> paths = new ArrayList<>();
    boolean hasId = false;
    for (var key : document(index, "key").entrySet()) {
      boolean isOfId = key.getKey().equals(Names.ID);
      if (key.getValue() instanceof BsonString kind && !isOfId) {
        risk(has(name) + ", whose kind (" + kind.getValue() + ") may refuse a value at a settle");
        return;
      }
      hasId = hasId || isOfId;
      paths.add(path(key.getKey()));
    }
    lookAtCompound(index, name, paths);
    // with the id in it, no two documents can have the same
    if (isUnique(index) && !hasId) {
      lookAtUnique(index, name, paths);
    }
  }

  /** A partial one may not have the document in question, and a host may know that. */
  private void lookAtCompound(BsonDocument index, String name, List<FieldPath> paths) {
    if (paths.size() > 1 && !(trusted && isPartial(index))) {
      compound.add(new CompoundIndex(name, paths));
    }
  }

  private void lookAtUnique(BsonDocument index, String name, List<FieldPath> paths) {
    if (paths.stream().anyMatch(path -> Names.isReserved(path.top()))) {
      unfit(has(name) + " of a field of the protocol");
    } else if (isPartial(index)) {
      risk(has(name) + ", which is unique and partial: no hold knows whom it will be of");
    } else {
      unique.add(
          new UniqueIndex(
              name,
              paths,
              isTrue(index, "sparse"),
              (hasCollation(index)
                  ? Optional.of(index.getDocument("collation"))
                  : Optional.empty())));
    }
  }

  private static boolean isPartial(BsonDocument index) {
    return index.containsKey("partialFilterExpression");
  }

  private static boolean isUnique(BsonDocument index) {
    return isTrue(index, "unique") || isTrue(index, "prepareUnique");
  }

  /**
   * Returns the path of a key. That of an index that is not unique may have a form that is no path:
   * nobody asks for it.
   */
  private static FieldPath path(String key) {
    return FieldPath.parse(key).getOrElse(new FieldPath(List.of(Names.PENDING)));
  }

  private static String has(String index) {
    return "has the index " + index;
  }

  private void unfit(String why) {
    unfit = unfit.or(() -> Optional.of(why));
  }

  private void risk(String why) {
    risk = risk.or(() -> Optional.of(why));
  }

  private static boolean hasCollation(BsonDocument options) {
    BsonDocument collation = document(options, "collation");
    return !collation.isEmpty() && !text(collation, "locale").equals(SIMPLE);
  }

  private static boolean isTrue(BsonDocument options, String name) {
    BsonValue value = options.get(name, BsonBoolean.FALSE);
    return value.isBoolean() ? value.asBoolean().getValue() : isNonZero(value);
  }

  /** Old shells stored {@code unique: 1}. */
  private static boolean isNonZero(BsonValue value) {
    return value.isNumber() && value.asNumber().doubleValue() != 0;
  }

  private static String text(BsonDocument options, String name) {
    BsonValue value = options.get(name);
    return value != null && value.isString() ? value.asString().getValue() : "";
  }

  private static BsonDocument document(BsonDocument options, String name) {
    return options.isDocument(name)
        ? Objects.requireNonNull(options.getDocument(name))
        : new BsonDocument();
  }
}
