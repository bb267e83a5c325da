package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.GuardFilters.Filters;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Guards as filters that match exactly where the domain says that the guard holds. */
public final class GuardFilters {

  private GuardFilters() {}

  /** The filter of a guard. */
  public static BsonDocument of(Guard guard) {
    return Filters.all(
        Stream.concat(
            guard.paths().stream().flatMap(Filters::throughElements),
            Stream.of(guard.fold(GuardFilters::ofField, GuardFilters::unchanged))));
  }

  /** The field is a whole number, of 32 bits or 64. */
  public static BsonDocument isWholeNumber(FieldPath path) {
    return anyOf(Filters.isOfType(path, "int"), Filters.isOfType(path, "long"));
  }

  private static BsonDocument unchanged(Guard.Unchanged guard) {
    return Filters.all(
        Stream.concat(
            guard.fields().all().stream()
                .map(field -> same(new FieldPath(List.of(field.name())), field.value())),
            Stream.of(hasNoOther(guard.fields()))));
  }

  /**
   * A query's {@code $eq} also matches an array that has the array as an element, and an
   * expression's takes null for nothing on some servers: both together are exact. No other value is
   * compared by an expression.
   */
  private static BsonDocument same(FieldPath path, Value value) {
    if (value instanceof Value.Array) {
      BsonDocument literal = doc("$literal", Values.encode(value));
      BsonArray both = new BsonArray(List.of(new BsonString("$" + path), literal));
      return Filters.all(
          Stream.of(
              Filters.on(path, doc("$eq", Values.encode(value))), doc("$expr", doc("$eq", both))));
    }
    return Guard.isComparable(value)
        ? is(path, value)
        : Filters.all(Stream.of(Filters.isOfType(path, value.type()), is(path, value)));
  }

  /** No field but these, {@code _id} and the protocol's own. */
  private static BsonDocument hasNoOther(Fields fields) {
    BsonArray known = new BsonArray(List.of(new BsonString(Names.ID)));
    Names.RESERVED.forEach(name -> known.add(new BsonString(name)));
    fields.all().forEach(field -> known.add(new BsonString(field.name())));
    BsonDocument isKnown = Docs.oneOf(new BsonString("$$of.k"), doc("$literal", known));
    BsonDocument others =
        doc("input", doc("$objectToArray", "$$ROOT"))
            .append("as", new BsonString("of"))
            .append("cond", doc("$not", List.of(isKnown)));
    return doc("$expr", doc("$eq", List.of(doc("$filter", others), new BsonArray())));
  }

  private static BsonDocument ofField(Guard.OfField guard) {
    FieldPath path = guard.path();
    return switch (guard.kind()) {
      case IS -> is(path, guard.value());
      // no $in, which takes a regular expression for a pattern and null for an absent field
      case IN -> anyOf(guard.values().stream().map(value -> is(path, value)).toList());
      case EXISTS -> Filters.on(path, Docs.exists());
      case ABSENT -> Filters.isAbsent(path);
      case AT_LEAST -> Filters.field(path, doc("$gte", Values.encode(guard.value())));
      case AT_MOST -> Filters.field(path, doc("$lte", Values.encode(guard.value())));
    };
  }

  /** Null as a type: compared with as a value, it also matches a field that is not there. */
  private static BsonDocument is(FieldPath path, Value value) {
    return value instanceof Value.Null
        ? Filters.isOfType(path, "null")
        : Filters.field(path, doc("$eq", Values.encode(value)));
  }

  /**
   * Conditions on a path that leads through embedded documents, and into an array by an index only.
   * MongoDB's own conditions also look into arrays, on the way and at its end; these leave arrays
   * out by name.
   */
  static final class Filters {

    private Filters() {}

    /** All of them hold. */
    static BsonDocument all(Stream<BsonDocument> conditions) {
      List<BsonDocument> list = conditions.toList();
      return list.size() == 1 ? list.get(0) : allOf(list);
    }

    /** The field is there and no array, and the condition holds of it. */
    static BsonDocument field(FieldPath path, BsonDocument condition) {
      return on(path, condition.append("$not", Docs.ofType("array")));
    }

    static BsonDocument on(FieldPath path, BsonValue condition) {
      return doc(path.toString(), condition);
    }

    /** The field is of that type, and not an array with a value of that type. */
    static BsonDocument isOfType(FieldPath path, String name) {
      return Docs.isOfType(path.toString(), name);
    }

    static BsonDocument isAbsent(FieldPath path) {
      return on(path, Docs.absent());
    }

    /** All that is on the way, and the field. */
    static Stream<FieldPath> toTheEnd(FieldPath path) {
      return Stream.concat(path.parents().stream(), Stream.of(path));
    }

    /** No array is on the way but one with an element that the path names. */
    static Stream<BsonDocument> throughElements(FieldPath path) {
      return onTheWay(path, parent -> Docs.isNoArray(parent.toString()));
    }

    /**
     * All that is on the way, as far as it is there, is embedded documents, and arrays with an
     * element that the path names.
     */
    static Stream<BsonDocument> throughDocuments(FieldPath path) {
      return onTheWay(path, parent -> anyOf(isAbsent(parent), isOfType(parent, "object")));
    }

    /** Returns the same, and all of it is there. */
    static Stream<BsonDocument> throughExisting(FieldPath path) {
      return onTheWay(path, parent -> isOfType(parent, "object"));
    }

    private static Stream<BsonDocument> onTheWay(
        FieldPath path, Function<FieldPath, BsonDocument> condition) {
      List<FieldPath> all = toTheEnd(path).toList();
      return IntStream.range(1, all.size())
          .mapToObj(
              at -> {
                BsonDocument other = condition.apply(all.get(at - 1));
                return FieldPath.isIndex(all.get(at).last())
                    ? anyOf(other, hasElement(all.get(at - 1), all.get(at)))
                    : other;
              });
    }

    /**
     * An array that has the element, and nothing else that a condition on the element's path meets.
     */
    private static BsonDocument hasElement(FieldPath array, FieldPath element) {
      return all(
          Stream.of(
              on(array, Docs.ofType("array")),
              on(element, Docs.exists()),
              Docs.hasNoElement(array.toString(), Docs.ofType("array")),
              Docs.hasNoElement(array.toString(), doc(element.last(), Docs.exists()))));
    }
  }

  /**
   * The filters of documents on which changes are possible: what the server would refuse at the
   * settle, or do otherwise than the domain says, is so found at the hold.
   */
  public static final class ChangeFilters {

    private ChangeFilters() {}

    /** The filters of a guard, one or more; all have to match. */
    public static Stream<BsonDocument> of(Changes changes) {
      return changes.all().stream().flatMap(ChangeFilters::of);
    }

    /** Neither the field is an array nor anything on the way. */
    public static Stream<BsonDocument> leadsToNoArray(FieldPath path) {
      return Filters.toTheEnd(path).map(one -> Docs.isNoArray(one.toString()));
    }

    private static Stream<BsonDocument> of(FieldChange change) {
      FieldPath path = change.path();
      return switch (change.kind()) {
        case SET -> Filters.throughDocuments(path);
        case UNSET ->
            path.mayLeadIntoArrays()
                ? Filters.throughDocuments(path)
                : Filters.throughElements(path);
        case INC ->
            Stream.concat(
                Filters.throughDocuments(path), Stream.of(summable(path, change.value())));
        case PUSH -> arrayOrAbsent(path);
        // where a document on the way is absent, some servers would make it
        case PULL -> Stream.concat(Filters.throughExisting(path), arrayOrAbsent(path));
      };
    }

    /** The field is absent, or a sum with {@code by} stays in 64 bits, or in 32 if both are so. */
    private static BsonDocument summable(FieldPath path, Value by) {
      long added = by.wholeNumber().orElseThrow();
      boolean isSmall = by instanceof Value.Int32;
      return Docs.anyOf(
          Filters.isAbsent(path),
          isSmall
              ? within(path, "int", added, Integer.MIN_VALUE, Integer.MAX_VALUE)
              : within(path, "int", added, Long.MIN_VALUE, Long.MAX_VALUE),
          within(path, "long", added, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static BsonDocument within(
        FieldPath path, String type, long by, long least, long most) {
      return Filters.field(
          path,
          by >= 0
              ? Docs.ofType(type).with("$lte", most - by)
              : Docs.ofType(type).with("$gte", least - by));
    }

    private static Stream<BsonDocument> arrayOrAbsent(FieldPath path) {
      return Stream.concat(
          Filters.throughDocuments(path),
          Stream.of(Docs.anyOf(Filters.isAbsent(path), Filters.on(path, Docs.ofType("array")))));
    }
  }

  /** Changes as one update by MongoDB's operators. */
  public static final class ChangeUpdates {

    private ChangeUpdates() {}

    /** The update; other operators may be added to it. */
    public static BsonDocument of(Changes changes) {
      BsonDocument update = new BsonDocument();
      for (FieldChange change : changes.all()) {
        switch (change.kind()) {
          case SET, INC, PUSH -> add(update, change, "", Values.encode(change.value()));
          case UNSET -> add(update, change, "", new BsonString(""));
          // no $pull, which takes an embedded document for a condition
          case PULL ->
              add(update, change, "All", new BsonArray(List.of(Values.encode(change.value()))));
        }
      }
      return update;
    }

    private static void add(
        BsonDocument update, FieldChange change, String suffix, BsonValue value) {
      String operator = "$" + change.kind().word() + suffix;
      update
          .computeIfAbsent(operator, first -> new BsonDocument())
          .asDocument()
          .append(change.path().toString(), value);
    }
  }
}
