package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Guards as filters that match exactly where the domain says that the guard holds. */
public final class GuardFilters implements Guard.Cases<BsonDocument> {

  private static final GuardFilters CASES = new GuardFilters();

  private GuardFilters() {}

  /** The filter of a guard. */
  public static BsonDocument of(Guard guard) {
    return Filters.all(
        Stream.concat(
            guard.paths().stream().flatMap(Filters::throughElements),
            Stream.of(guard.fold(CASES))));
  }

  /** The field is a whole number, of 32 bits or 64. */
  public static BsonDocument isWholeNumber(FieldPath path) {
    return anyOf(Filters.isOfType(path, "int"), Filters.isOfType(path, "long"));
  }

  @Override
  public BsonDocument unchanged(Guard.Unchanged guard) {
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
    return Guard.Is.takes(value)
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

  @Override
  public BsonDocument equalTo(Guard.Is guard) {
    return is(guard.path(), guard.value());
  }

  /** Null as a type: compared with as a value, it also matches a field that is not there. */
  private static BsonDocument is(FieldPath path, Value value) {
    return value instanceof Value.Null
        ? Filters.isOfType(path, "null")
        : Filters.field(path, doc("$eq", Values.encode(value)));
  }

  /**
   * No {@code $in}, which takes a regular expression for a pattern and null for an absent field.
   */
  @Override
  public BsonDocument oneOf(Guard.In guard) {
    return anyOf(guard.values().stream().map(value -> is(guard.path(), value)).toList());
  }

  @Override
  public BsonDocument exists(Guard.Exists guard) {
    return Filters.on(guard.path(), Docs.exists());
  }

  @Override
  public BsonDocument absent(Guard.Absent guard) {
    return Filters.isAbsent(guard.path());
  }

  @Override
  public BsonDocument atLeast(Guard.AtLeast guard) {
    return Filters.field(guard.path(), doc("$gte", Values.encode(guard.value())));
  }

  @Override
  public BsonDocument atMost(Guard.AtMost guard) {
    return Filters.field(guard.path(), doc("$lte", Values.encode(guard.value())));
  }
}
