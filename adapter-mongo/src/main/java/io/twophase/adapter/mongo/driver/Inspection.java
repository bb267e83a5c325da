package io.twophase.adapter.mongo.driver;

import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    if (mayRefuse(options)) {
      risk("has a validator or encrypted fields, by which it may refuse a document at a settle");
    }
    indexes.forEach(this::lookAtIndex);
  }

  private void lookAtExpiry(BsonDocument index) {
    if (index.containsKey(EXPIRY)) {
      risk(has(text(index, "name")) + REMOVES);
    }
  }

  /** The server itself refuses a value in clear of a field that is encrypted. */
  private static boolean mayRefuse(BsonDocument options) {
    return Stream.of("validator", "encryptedFields")
            .anyMatch(name -> !document(options, name).isEmpty())
        && !text(options, "validationLevel").equals("off")
        && !text(options, "validationAction").equals("warn");
  }

  private void lookAtIndex(BsonDocument index) {
    String name = text(index, "name");
    BsonDocument key = document(index, "key");
    List<FieldPath> paths = new ArrayList<>(key.size());
    for (String field : key.keySet()) {
      String kind = key.size() > 1 && field.endsWith("$**") ? "wildcard" : text(key, field);
      // a hashed id alone refuses nothing; an index of several fields takes no array beside either
      if (!kind.isEmpty() && !key.keySet().equals(Set.of(Names.ID))) {
        risk(has(name) + ", whose kind (" + kind + ") may refuse a value at a settle");
        return;
      }
      paths.add(path(field));
    }
    lookAtCompound(index, name, paths);
    // with the id in it, no two documents can have the same
    if ((isTrue(index, "unique") || isTrue(index, "prepareUnique")) && !key.containsKey(Names.ID)) {
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
              Optional.of(index)
                  .filter(Inspection::hasCollation)
                  .map(listed -> listed.getDocument("collation"))));
    }
  }

  private static boolean isPartial(BsonDocument index) {
    return index.containsKey("partialFilterExpression");
  }

  /**
   * Returns the path of a key. That of an index that is not unique may have a form that is no path:
   * nobody asks for it.
   */
  private static FieldPath path(String key) {
    return FieldPath.parse(key).orElse(new FieldPath(List.of(Names.PENDING)));
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
    // old shells stored "unique: 1"
    return value.equals(BsonBoolean.TRUE)
        || (value.isNumber() && value.asNumber().doubleValue() != 0);
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

  /**
   * An index of several fields together, whether it is unique or not. No document can be stored of
   * which two of them are arrays, or lead through two arrays: it would have an entry for each pair
   * of elements.
   *
   * @param name its name
   * @param paths the fields
   */
  public record CompoundIndex(String name, List<FieldPath> paths) {

    /** A field of the index, as far as its way is not yet gone. */
    private record Way(FieldPath path, List<String> names) {}

    /** An array that fields of the index lead to. */
    private record Met(Value.Array array, List<Way> ways) {}

    /** The paths do not change. */
    public CompoundIndex {
      paths = List.copyOf(paths);
    }

    /** Why no such document can be stored, in words that follow the collection's name. */
    public Optional<String> refusal(Fields document) {
      return parallel(document, ways());
    }

    /**
     * The fields that must be no arrays, nor lead through one, because the changes put an array at
     * another; none if they put none. The values that they replace do not count.
     */
    Stream<FieldPath> others(Changes changes) {
      Fields made = changes.applyTo(Fields.none()).getOrElse(Fields.none());
      Set<FieldPath> arrays =
          arrays(made, ways()).values().stream()
              .flatMap(met -> met.ways().stream())
              .map(Way::path)
              .collect(Collectors.toSet());
      return arrays.isEmpty()
          ? Stream.empty()
          : paths.stream()
              .filter(path -> !arrays.contains(path))
              .filter(path -> changes.all().stream().noneMatch(change -> replaces(change, path)));
    }

    /**
     * Returns whether the change may put an array, inside of an element of an array, where the
     * index has one already: which the other elements have is not asked.
     */
    boolean isAtRisk(FieldChange change) {
      FieldPath ofAll = change.path().withoutIndexes();
      boolean makesArrays =
          change.kind() == FieldChange.Kind.PUSH
              || (change.kind() == FieldChange.Kind.SET && change.value().depth() > 0);
      return makesArrays
          && change.path().mayLeadIntoArrays()
          && paths.stream().anyMatch(path -> path.withoutIndexes().overlaps(ofAll));
    }

    private static boolean replaces(FieldChange change, FieldPath path) {
      boolean isWhole =
          change.kind() == FieldChange.Kind.SET || change.kind() == FieldChange.Kind.UNSET;
      return isWhole && (change.path().equals(path) || path.parents().contains(change.path()));
    }

    private List<Way> ways() {
      return paths.stream().map(path -> new Way(path, path.names())).toList();
    }

    private Optional<String> parallel(Fields document, List<Way> ways) {
      List<Met> met = new ArrayList<>(arrays(document, ways).values());
      if (met.size() > 1) {
        return Optional.of(words(met.get(0), met.get(1)));
      }
      return met.isEmpty() ? Optional.empty() : inside(met.get(0));
    }

    /** An element may itself have two arrays that the index leads to. */
    private Optional<String> inside(Met met) {
      List<Way> further = met.ways().stream().filter(way -> !way.names().isEmpty()).toList();
      return met.array().values().stream()
          .filter(Value.Embedded.class::isInstance)
          .flatMap(element -> parallel(((Value.Embedded) element).fields(), further).stream())
          .findFirst();
    }

    private static Map<List<String>, Met> arrays(Fields document, List<Way> ways) {
      Map<List<String>, Met> met = new LinkedHashMap<>();
      for (Way way : ways) {
        Fields at = document;
        for (int passed = 1; passed <= way.names().size(); passed++) {
          Value value = at.get(way.names().get(passed - 1)).orElse(null);
          if (value instanceof Value.Array array) {
            met.computeIfAbsent(
                    way.names().subList(0, passed), place -> new Met(array, new ArrayList<>()))
                .ways()
                .add(new Way(way.path(), way.names().subList(passed, way.names().size())));
          }
          if (!(value instanceof Value.Embedded embedded)) {
            break;
          }
          at = embedded.fields();
        }
      }
      return met;
    }

    private String words(Met one, Met other) {
      return "has the index %s, which takes no document with arrays at both %s and %s"
          .formatted(name, one.ways().get(0).path(), other.ways().get(0).path());
    }
  }
}
