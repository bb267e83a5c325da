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
 * What a document must be like for changes to be possible, as filters: what the server would refuse
 * at the settle, or do otherwise than the domain says, is so found at the hold.
 */
public final class ChangeFilters implements FieldChange.Cases<Stream<BsonDocument>> {

  private static final ChangeFilters CASES = new ChangeFilters();

  private ChangeFilters() {}

  /** One filter or more; all have to match. */
  public static Stream<BsonDocument> of(Changes changes) {
    return changes.all().stream().flatMap(change -> change.fold(CASES));
  }

  /** Neither the field is an array nor anything on the way. */
  public static Stream<BsonDocument> leadsToNoArray(FieldPath path) {
    return Stream.concat(
        Filters.throughNoArray(path),
        Stream.of(Filters.on(path, doc("$not", Filters.type("array")))));
  }

  @Override
  public Stream<BsonDocument> set(FieldChange.Set change) {
    return Filters.throughDocuments(change.path());
  }

  @Override
  public Stream<BsonDocument> unset(FieldChange.Unset change) {
    return change.path().mayLeadIntoArrays()
        ? Filters.throughDocuments(change.path())
        : Filters.throughElements(change.path());
  }

  @Override
  public Stream<BsonDocument> inc(FieldChange.Inc change) {
    FieldPath path = change.path();
    BsonDocument possible =
        change.by() instanceof Value.Int32 by
            ? Filters.any(Filters.isAbsent(path), int32(path, by.value()), int64(path, by.value()))
            : int64OrAbsent(path, ((Value.Int64) change.by()).value());
    return Stream.concat(Filters.throughDocuments(path), Stream.of(possible));
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
    return Filters.any(Filters.isAbsent(path), within(path, "int", by), within(path, "long", by));
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

  @Override
  public Stream<BsonDocument> push(FieldChange.Push change) {
    return arrayOrAbsent(change.path());
  }

  /** Where a document on the way is absent, some servers would make it. */
  @Override
  public Stream<BsonDocument> pull(FieldChange.Pull change) {
    return Stream.concat(Filters.throughExisting(change.path()), arrayOrAbsent(change.path()));
  }

  private static Stream<BsonDocument> arrayOrAbsent(FieldPath path) {
    return Stream.concat(
        Filters.throughDocuments(path),
        Stream.of(Filters.any(Filters.isAbsent(path), Filters.on(path, Filters.type("array")))));
  }
}
