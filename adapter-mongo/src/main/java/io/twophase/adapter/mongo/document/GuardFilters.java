package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.GuardFilters.Filters;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.nio.charset.StandardCharsets;
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

  /**
   * About how many bytes an operation's write has, beside those of its hold: enough to cut calls
   * into commands that the driver need not cut again.
   */
  public static final class OperationSize {

    /** More than a condition or a change has beside its path and value. */
    private static final int PART_BYTES = 100;

    /** The most times that a filter repeats a value of a guard. */
    private static final int VALUE_COPIES = 2;

    /** Less than any hold weighs, with what the settle adds to the document beside the changes. */
    private static final int HOLD_BYTES = 64;

    /** More than the name of an array's element weighs, with its type. */
    private static final int ELEMENT_BYTES = 16;

    /** The weight of a document of one field, beside the field's name and value. */
    private static final int FIELD_BYTES = 7;

    private OperationSize() {}

    /** About what the write of an operation weighs, but for deep paths and for what is pulled. */
    public static long of(DocumentOperation operation) {
      long bytes = operation.document().id().bsonSize();
      if (operation instanceof InsertDocument insert) {
        return bytes + insert.fields().bsonSize();
      } else if (operation instanceof ChangeDocument change) {
        return bytes
            + of(change.guards())
            + 2L * growth(change.changes())
            + 10L * PART_BYTES * change.changes().all().size();
      } else if (operation instanceof RemoveDocument remove) {
        return bytes + of(remove.guards());
      } else if (operation instanceof CheckDocument check) {
        return bytes + of(check.guards());
      }
      return bytes + PART_BYTES;
    }

    /** A guard has a condition for each document on the way, and one for each value. */
    private static long of(List<Guard> guards) {
      long bytes = 0;
      for (Guard guard : guards) {
        long longest = PART_BYTES;
        for (FieldPath path : guard.paths()) {
          long bytesOfPath = PART_BYTES + (long) path.toString().length();
          bytes += bytesOfPath * path.names().size();
          longest = Math.max(longest, bytesOfPath);
        }
        for (Value value : guard.values()) {
          bytes += VALUE_COPIES * (longest + value.bsonSize());
        }
      }
      return bytes;
    }

    /**
     * By how many bytes changes may make a document larger, at most. The hold itself, which the
     * settle removes, makes room for the first few.
     */
    public static int growth(Changes changes) {
      long bytes = changes.all().stream().mapToLong(OperationSize::growth).sum();
      return Math.toIntExact(Math.max(0, bytes - HOLD_BYTES));
    }

    /** By how many bytes one change may make a document larger. */
    private static long growth(FieldChange change) {
      return switch (change.kind()) {
        case SET -> made(change.path(), change.value());
        case INC -> made(change.path(), new Value.Int64(0));
        case PUSH -> ELEMENT_BYTES + made(change.path(), new Value.Array(List.of(change.value())));
        case UNSET, PULL -> 0L;
      };
    }

    /** The field, with all documents on the way to it, made anew. */
    private static long made(FieldPath path, Value value) {
      long bytes = value.bsonSize();
      for (String name : path.names()) {
        bytes += FIELD_BYTES + name.getBytes(StandardCharsets.UTF_8).length;
      }
      return bytes;
    }
  }
}
