package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Changes on the wire: {@code { field, set | unset | inc | push | pull }}. The path is a value, for
 * a name cannot have a dot.
 */
final class FieldChangeDocuments implements FieldChange.Cases<BsonDocument> {

  private static final FieldChangeDocuments CASES = new FieldChangeDocuments();

  private static final String SET = "set";
  private static final String UNSET = "unset";
  private static final String INC = "inc";
  private static final String PUSH = "push";
  private static final String PULL = "pull";

  private FieldChangeDocuments() {}

  static BsonArray write(Changes changes) {
    return new BsonArray(changes.all().stream().map(change -> change.fold(CASES)).toList());
  }

  /** The changes under that name. */
  static Changes read(Fields operation, String name) {
    return new Changes(operation.elements(name).stream().map(FieldChangeDocuments::one).toList());
  }

  private static FieldChange one(Fields change) {
    FieldPath path = FieldPath.of(change.text(BodyField.FIELD));
    if (change.has(SET)) {
      return new FieldChange.Set(path, StoredValue.read(change, SET));
    } else if (change.has(UNSET)) {
      return new FieldChange.Unset(path);
    } else if (change.has(INC)) {
      return new FieldChange.Inc(path, StoredValue.read(change, INC));
    } else if (change.has(PUSH)) {
      return new FieldChange.Push(path, StoredValue.read(change, PUSH));
    } else if (change.has(PULL)) {
      return new FieldChange.Pull(path, StoredValue.read(change, PULL));
    }
    throw change.fault("is no change that this version knows");
  }

  @Override
  public BsonDocument set(FieldChange.Set change) {
    return of(change, SET, change.value());
  }

  @Override
  public BsonDocument unset(FieldChange.Unset change) {
    return of(change).append(UNSET, BsonBoolean.TRUE);
  }

  @Override
  public BsonDocument inc(FieldChange.Inc change) {
    return of(change, INC, change.by());
  }

  @Override
  public BsonDocument push(FieldChange.Push change) {
    return of(change, PUSH, change.value());
  }

  @Override
  public BsonDocument pull(FieldChange.Pull change) {
    return of(change, PULL, change.value());
  }

  private static BsonDocument of(FieldChange change) {
    return new BsonDocument(BodyField.FIELD, new BsonString(change.path().toString()));
  }

  private static BsonDocument of(FieldChange change, String kind, Value value) {
    return StoredValue.append(of(change), kind, value);
  }
}
