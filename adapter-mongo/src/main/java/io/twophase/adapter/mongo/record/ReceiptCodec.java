package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.BodyDocuments;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Either;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Receipts as documents. They have no state: no transition and no index of records matches one. */
final class ReceiptCodec {

  private static final BsonString KIND = new BsonString(Field.KIND_RECEIPT);

  private ReceiptCodec() {}

  /** Returns whether a document is a receipt. */
  static boolean isReceipt(BsonDocument document) {
    return KIND.equals(document.get(Field.KIND));
  }

  /** Matches the documents that are receipts. */
  static BsonDocument all() {
    return doc(Field.KIND, KIND);
  }

  /** The whole document of a receipt. */
  static BsonDocument encode(Receipt receipt) {
    BsonDocument document =
        doc(Field.ID, receipt.id().value())
            .append(Field.KIND, KIND)
            .append(Field.DIGEST, digest(receipt))
            .append(Field.EPOCH, int64(receipt.epoch().value()));
    receipt
        .reason()
        .ifPresent(reason -> document.append(Field.REASON, ReasonDocuments.write(reason)));
    receipt.moved().ifPresent(moved -> document.append(Field.MOVED, int64(moved)));
    receipt.attempt().ifPresent(attempt -> BodyDocuments.write(attempt, document));
    return document
        .append(Field.ENDED_AT, new BsonDateTime(receipt.finishedAt().toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** Returns whether a document is a receipt of the same request. */
  static boolean isOfSame(Receipt receipt, BsonDocument document) {
    return isReceipt(document) && digest(receipt).equals(document.get(Field.DIGEST));
  }

  private static BsonBinary digest(Receipt receipt) {
    return new BsonBinary(receipt.digest().bytes());
  }

  /** The receipt, or what is wrong with the document: never an exception, whatever it is. */
  static Either<String, Receipt> decode(BsonDocument document) {
    return Fields.read(document, ReceiptCodec::receipt);
  }

  private static Receipt receipt(Fields fields) {
    fields.requireCurrent();
    return new Receipt(
        fields.parsed(Field.ID, TransactionId::parse),
        digest(fields),
        RecordCodec.epoch(fields),
        RecordCodec.reason(fields),
        fields.ifAny(Field.MOVED, name -> fields.int64(name, 1, "not above zero")),
        BodyDocuments.attempt(fields),
        fields.instant(Field.ENDED_AT));
  }

  private static BodyDigest digest(Fields fields) {
    BsonValue stored = fields.value(Field.DIGEST);
    if (!stored.isBinary()) {
      throw fields.fault(Field.DIGEST, "is no binary data");
    }
    return BodyDigest.of(stored.asBinary().getData())
        .getOrElseThrow(fault -> fields.fault(Field.DIGEST, fault));
  }
}
