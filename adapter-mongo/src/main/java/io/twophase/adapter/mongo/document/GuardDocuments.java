package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.Guard;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Guards on the wire: {@code { field, is | in | exists | atLeast | atMost }}. The path is a value,
 * for a name cannot have a dot. {@code exists: false} asks that the field is absent.
 */
final class GuardDocuments implements Guard.Cases<BsonDocument> {

  private static final GuardDocuments CASES = new GuardDocuments();

  private static final String IS = "is";
  private static final String IN = "in";
  private static final String EXISTS = "exists";
  private static final String AT_LEAST = "atLeast";
  private static final String AT_MOST = "atMost";

  private GuardDocuments() {}

  static BsonArray write(List<Guard> guards) {
    return new BsonArray(guards.stream().map(guard -> guard.fold(CASES)).toList());
  }

  /** The guards under that name. */
  static List<Guard> read(Fields operation, String name) {
    return operation.elements(name).stream().map(GuardDocuments::one).toList();
  }

  private static Guard one(Fields guard) {
    FieldPath path = FieldPath.of(guard.text(BodyField.FIELD));
    if (guard.has(IS)) {
      return new Guard.Is(path, StoredValue.read(guard, IS));
    } else if (guard.has(IN)) {
      return new Guard.In(path, values(guard));
    } else if (guard.has(EXISTS)) {
      return guard.bool(EXISTS) ? new Guard.Exists(path) : new Guard.Absent(path);
    } else if (guard.has(AT_LEAST)) {
      return new Guard.AtLeast(path, StoredValue.read(guard, AT_LEAST));
    } else if (guard.has(AT_MOST)) {
      return new Guard.AtMost(path, StoredValue.read(guard, AT_MOST));
    }
    throw guard.fault("asks nothing that this version knows");
  }

  private static List<Value> values(Fields guard) {
    if (StoredValue.read(guard, IN) instanceof Value.Array array) {
      return array.values();
    }
    throw guard.fault(IN, "is no array");
  }

  @Override
  public BsonDocument is(Guard.Is guard) {
    return StoredValue.append(of(guard), IS, guard.value());
  }

  @Override
  public BsonDocument in(Guard.In guard) {
    return StoredValue.append(of(guard), IN, new Value.Array(guard.values()));
  }

  @Override
  public BsonDocument exists(Guard.Exists guard) {
    return of(guard).append(EXISTS, BsonBoolean.TRUE);
  }

  @Override
  public BsonDocument absent(Guard.Absent guard) {
    return of(guard).append(EXISTS, BsonBoolean.FALSE);
  }

  @Override
  public BsonDocument atLeast(Guard.AtLeast guard) {
    return StoredValue.append(of(guard), AT_LEAST, guard.value());
  }

  @Override
  public BsonDocument atMost(Guard.AtMost guard) {
    return StoredValue.append(of(guard), AT_MOST, guard.value());
  }

  private static BsonDocument of(Guard guard) {
    return new BsonDocument(BodyField.FIELD, new BsonString(guard.path().toString()));
  }
}
