package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.DocumentRefusal.BoundReached;
import io.twophase.domain.participant.DocumentRefusal.ChangeImpossible;
import io.twophase.domain.participant.DocumentRefusal.DocumentBusy;
import io.twophase.domain.participant.DocumentRefusal.DocumentCorrupt;
import io.twophase.domain.participant.DocumentRefusal.DocumentExists;
import io.twophase.domain.participant.DocumentRefusal.DocumentTooLarge;
import io.twophase.domain.participant.DocumentRefusal.ForeignDocumentHold;
import io.twophase.domain.participant.DocumentRefusal.GuardFailed;
import io.twophase.domain.participant.DocumentRefusal.NoSuchDocument;
import io.twophase.domain.participant.DocumentRefusal.NotAddable;
import io.twophase.domain.participant.DocumentRefusal.UnsafeCollection;
import io.twophase.domain.participant.DocumentRefusal.ValueTaken;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Refusals of documents on the wire: {@code { kind, document, … }}. */
record DocumentReasons(BsonDocument document) implements DocumentRefusal.Cases<BsonDocument> {

  /** Appends to a reason what it has beside its kind. */
  static BsonDocument append(BsonDocument reason, DocumentRefusal refusal) {
    return refusal.fold(
        new DocumentReasons(
            reason.append(BodyField.DOCUMENT, RefDocuments.write(refusal.document()))));
  }

  static DocumentRefusal read(String kind, Fields reason) {
    DocumentRef document = ref(reason);
    return switch (kind) {
      case NoSuchDocument.KIND -> new NoSuchDocument(document);
      case DocumentExists.KIND -> new DocumentExists(document);
      case GuardFailed.KIND ->
          new GuardFailed(
              document,
              reason.text(BodyField.FIELD),
              reason.text(BodyField.EXPECTED),
              reason.text(BodyField.FOUND));
      case ChangeImpossible.KIND ->
          new ChangeImpossible(
              document,
              reason.text(BodyField.FIELD),
              reason.text(BodyField.EXPECTED),
              reason.text(BodyField.FOUND));
      case DocumentTooLarge.KIND ->
          new DocumentTooLarge(
              document, reason.int64(BodyField.BYTES), reason.int64(BodyField.LIMIT));
      case BoundReached.KIND ->
          new BoundReached(
              document,
              reason.text(BodyField.FIELD),
              reason.int64(Field.LEFT),
              reason.int64(BodyField.ASKED));
      case NotAddable.KIND ->
          new NotAddable(
              document,
              reason.text(BodyField.FIELD),
              reason.text(BodyField.EXPECTED),
              reason.text(BodyField.FOUND));
      case DocumentCorrupt.KIND -> new DocumentCorrupt(document, reason.text(BodyField.FAULT));
      case ValueTaken.KIND ->
          new ValueTaken(document, reason.text(BodyField.INDEX), reason.text(BodyField.FIELDS));
      case UnsafeCollection.KIND -> new UnsafeCollection(document, reason.text(BodyField.WHAT));
      case DocumentBusy.KIND -> new DocumentBusy(document, holder(reason));
      case ForeignDocumentHold.KIND -> new ForeignDocumentHold(document, holder(reason));
      default -> throw reason.fault(Field.KIND, "is '" + kind + "', which is no reason");
    };
  }

  private static DocumentRef ref(Fields reason) {
    try {
      return RefDocuments.read(reason.document(BodyField.DOCUMENT));
    } catch (IllegalArgumentException refused) {
      throw reason.fault(BodyField.DOCUMENT, "cannot be: " + refused.getMessage());
    }
  }

  private static TransactionId holder(Fields reason) {
    return reason.parsed(BodyField.HOLDER, TransactionId::parse);
  }

  @Override
  public BsonDocument noSuchDocument(NoSuchDocument refusal) {
    return document;
  }

  @Override
  public BsonDocument documentExists(DocumentExists refusal) {
    return document;
  }

  @Override
  public BsonDocument guardFailed(GuardFailed refusal) {
    return field(refusal.field(), refusal.expected(), refusal.found());
  }

  @Override
  public BsonDocument changeImpossible(ChangeImpossible refusal) {
    return field(refusal.field(), refusal.expected(), refusal.found());
  }

  @Override
  public BsonDocument documentTooLarge(DocumentTooLarge refusal) {
    return document
        .append(BodyField.BYTES, new BsonInt64(refusal.bytes()))
        .append(BodyField.LIMIT, new BsonInt64(refusal.limit()));
  }

  @Override
  public BsonDocument boundReached(BoundReached refusal) {
    return text(BodyField.FIELD, refusal.field())
        .append(Field.LEFT, new BsonInt64(refusal.left()))
        .append(BodyField.ASKED, new BsonInt64(refusal.asked()));
  }

  @Override
  public BsonDocument notAddable(NotAddable refusal) {
    return field(refusal.field(), refusal.expected(), refusal.found());
  }

  @Override
  public BsonDocument documentCorrupt(DocumentCorrupt refusal) {
    return text(BodyField.FAULT, refusal.fault());
  }

  @Override
  public BsonDocument valueTaken(ValueTaken refusal) {
    text(BodyField.INDEX, refusal.index());
    return text(BodyField.FIELDS, refusal.fields());
  }

  @Override
  public BsonDocument unsafeCollection(UnsafeCollection refusal) {
    return text(BodyField.WHAT, refusal.what());
  }

  @Override
  public BsonDocument documentBusy(DocumentBusy refusal) {
    return text(BodyField.HOLDER, refusal.holder().value());
  }

  @Override
  public BsonDocument foreignDocumentHold(ForeignDocumentHold refusal) {
    return text(BodyField.HOLDER, refusal.transaction().value());
  }

  private BsonDocument field(String path, String expected, String found) {
    text(BodyField.FIELD, path);
    text(BodyField.EXPECTED, expected);
    return text(BodyField.FOUND, found);
  }

  private BsonDocument text(String name, String value) {
    return document.append(name, new BsonString(value));
  }
}
