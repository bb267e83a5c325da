package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.Guard;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** Guards as filters that match exactly where the domain says that the guard holds. */
public final class GuardFilters implements Guard.Cases<BsonDocument> {

  private static final GuardFilters CASES = new GuardFilters();

  private GuardFilters() {}

  /** The filter of a guard. */
  public static BsonDocument of(Guard guard) {
    return Filters.all(
        Stream.concat(Filters.throughElements(guard.path()), Stream.of(guard.fold(CASES))));
  }

  /** The field is a whole number, of 32 bits or 64. */
  public static BsonDocument isWholeNumber(FieldPath path) {
    return Filters.any(Filters.isOfType(path, "int"), Filters.isOfType(path, "long"));
  }

  @Override
  public BsonDocument is(Guard.Is guard) {
    return is(guard.path(), guard.value());
  }

  /** Null as a type: compared with as a value, it also matches a field that is not there. */
  private static BsonDocument is(FieldPath path, Value value) {
    return value instanceof Value.Null
        ? Filters.isOfType(path, "null")
        : Filters.field(path, new BsonDocument("$eq", Values.encode(value)));
  }

  /**
   * No {@code $in}, which takes a regular expression for a pattern and null for an absent field.
   */
  @Override
  public BsonDocument in(Guard.In guard) {
    return new BsonDocument(
        "$or",
        new BsonArray(guard.values().stream().map(value -> is(guard.path(), value)).toList()));
  }

  @Override
  public BsonDocument exists(Guard.Exists guard) {
    return Filters.on(guard.path(), new BsonDocument("$exists", BsonBoolean.TRUE));
  }

  @Override
  public BsonDocument absent(Guard.Absent guard) {
    return Filters.isAbsent(guard.path());
  }

  @Override
  public BsonDocument atLeast(Guard.AtLeast guard) {
    return Filters.field(guard.path(), new BsonDocument("$gte", Values.encode(guard.value())));
  }

  @Override
  public BsonDocument atMost(Guard.AtMost guard) {
    return Filters.field(guard.path(), new BsonDocument("$lte", Values.encode(guard.value())));
  }
}
