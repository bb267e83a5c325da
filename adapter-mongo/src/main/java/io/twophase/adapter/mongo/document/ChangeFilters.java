package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * The filters of documents on which changes are possible: what the server would refuse at the
 * settle, or do otherwise than the domain says, is so found at the hold.
 */
public final class ChangeFilters {

  private ChangeFilters() {}

  /** One filter or more; all have to match. */
  public static Stream<BsonDocument> of(Changes changes) {
    return changes.all().stream().flatMap(ChangeFilters::of);
  }

  /** Neither the field is an array nor anything on the way. */
  public static Stream<BsonDocument> leadsToNoArray(FieldPath path) {
    return Stream.concat(
        Filters.throughNoArray(path),
        Stream.of(Filters.on(path, doc("$not", Filters.type("array")))));
  }

  private static Stream<BsonDocument> of(FieldChange change) {
    FieldPath path = change.path();
    return switch (change.kind()) {
      case SET -> Filters.throughDocuments(path);
      case UNSET ->
          path.mayLeadIntoArrays() ? Filters.throughDocuments(path) : Filters.throughElements(path);
      case INC ->
          Stream.concat(Filters.throughDocuments(path), Stream.of(summable(path, change.value())));
      case PUSH -> arrayOrAbsent(path);
      // where a document on the way is absent, some servers would make it
      case PULL -> Stream.concat(Filters.throughExisting(path), arrayOrAbsent(path));
    };
  }

  private static BsonDocument summable(FieldPath path, Value by) {
    return by instanceof Value.Int32 small
        ? Docs.anyOf(Filters.isAbsent(path), int32(path, small.value()), int64(path, small.value()))
        : int64OrAbsent(path, by.wholeNumber().orElseThrow());
  }

  /** An int32 that another may be added to without leaving 32 bits. */
  private static BsonDocument int32(FieldPath path, int by) {
    return by >= 0
        ? within(path, "int", "$lte", new BsonInt32(Integer.MAX_VALUE - by))
        : within(path, "int", "$gte", new BsonInt32(Integer.MIN_VALUE - by));
  }

  private static BsonDocument int64(FieldPath path, long by) {
    return within(path, "long", by);
  }

  private static BsonDocument int64OrAbsent(FieldPath path, long by) {
    return Docs.anyOf(Filters.isAbsent(path), within(path, "int", by), within(path, "long", by));
  }

  /** A whole number that another may be added to without leaving 64 bits. */
  private static BsonDocument within(FieldPath path, String type, long by) {
    return by >= 0
        ? within(path, type, "$lte", new BsonInt64(Long.MAX_VALUE - by))
        : within(path, type, "$gte", new BsonInt64(Long.MIN_VALUE - by));
  }

  private static BsonDocument within(
      FieldPath path, String type, String comparison, BsonValue bound) {
    return Filters.field(path, Filters.type(type).append(comparison, bound));
  }

  private static Stream<BsonDocument> arrayOrAbsent(FieldPath path) {
    return Stream.concat(
        Filters.throughDocuments(path),
        Stream.of(Docs.anyOf(Filters.isAbsent(path), Filters.on(path, Filters.type("array")))));
  }
}
