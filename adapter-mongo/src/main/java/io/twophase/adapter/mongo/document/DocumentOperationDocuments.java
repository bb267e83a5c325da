package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Operations on documents on the wire: under the kind's name the document, and beside it what is
 * asked of it. {@code { change: { collection, _id }, where: [ … ], changes: [ … ] }}.
 */
final class DocumentOperationDocuments implements DocumentOperation.Cases<BsonDocument> {

  private static final DocumentOperationDocuments CASES = new DocumentOperationDocuments();

  private static final Map<String, BiFunction<DocumentRef, Fields, DocumentOperation>> READERS =
      Map.of(
          InsertDocument.KIND,
          DocumentOperationDocuments::readInsert,
          ChangeDocument.KIND,
          DocumentOperationDocuments::readChange,
          RemoveDocument.KIND,
          (ref, fields) -> new RemoveDocument(ref, guards(fields)),
          CheckDocument.KIND,
          (ref, fields) -> new CheckDocument(ref, guards(fields)),
          CheckAbsent.KIND,
          (ref, fields) -> new CheckAbsent(ref),
          AddToField.KIND,
          DocumentOperationDocuments::readAdd);

  private DocumentOperationDocuments() {}

  static BsonDocument write(DocumentOperation operation) {
    return operation.fold(CASES);
  }

  /**
   * The operation.
   *
   * @throws IllegalArgumentException if it is one that the domain refuses
   */
  static DocumentOperation read(Fields operation) {
    List<Map.Entry<String, BiFunction<DocumentRef, Fields, DocumentOperation>>> kinds =
        READERS.entrySet().stream().filter(kind -> operation.has(kind.getKey())).toList();
    if (kinds.size() != 1) {
      throw operation.fault("is no operation that this version knows");
    }
    DocumentRef document = RefDocuments.read(operation.document(kinds.get(0).getKey()));
    return kinds.get(0).getValue().apply(document, operation);
  }

  private static InsertDocument readInsert(DocumentRef document, Fields operation) {
    if (StoredValue.read(operation, BodyField.DOCUMENT) instanceof Value.Embedded embedded) {
      return new InsertDocument(document, embedded.fields());
    }
    throw operation.fault(BodyField.DOCUMENT, "is no document");
  }

  private static ChangeDocument readChange(DocumentRef document, Fields operation) {
    return new ChangeDocument(
        document, guards(operation), FieldChangeDocuments.read(operation, BodyField.CHANGES));
  }

  private static AddToField readAdd(DocumentRef document, Fields operation) {
    return new AddToField(
        document,
        operation.text(BodyField.FIELD),
        operation.int64(BodyField.AMOUNT),
        operation.int64(BodyField.FLOOR),
        operation.int64(BodyField.CEILING));
  }

  private static List<Guard> guards(Fields operation) {
    return GuardDocuments.read(operation, BodyField.WHERE);
  }

  @Override
  public BsonDocument insert(InsertDocument operation) {
    return StoredValue.append(
        of(operation), BodyField.DOCUMENT, new Value.Embedded(operation.fields()));
  }

  @Override
  public BsonDocument change(ChangeDocument operation) {
    return of(operation)
        .append(BodyField.WHERE, GuardDocuments.write(operation.guards()))
        .append(BodyField.CHANGES, FieldChangeDocuments.write(operation.changes()));
  }

  @Override
  public BsonDocument remove(RemoveDocument operation) {
    return of(operation).append(BodyField.WHERE, GuardDocuments.write(operation.guards()));
  }

  @Override
  public BsonDocument check(CheckDocument operation) {
    return of(operation).append(BodyField.WHERE, GuardDocuments.write(operation.guards()));
  }

  @Override
  public BsonDocument absent(CheckAbsent operation) {
    return of(operation);
  }

  @Override
  public BsonDocument add(AddToField operation) {
    return of(operation)
        .append(BodyField.FIELD, new BsonString(operation.field()))
        .append(BodyField.AMOUNT, new BsonInt64(operation.amount()))
        .append(BodyField.FLOOR, new BsonInt64(operation.floor()))
        .append(BodyField.CEILING, new BsonInt64(operation.ceiling()));
  }

  private static BsonDocument of(DocumentOperation operation) {
    return new BsonDocument(operation.kind(), RefDocuments.write(operation.document()));
  }
}
