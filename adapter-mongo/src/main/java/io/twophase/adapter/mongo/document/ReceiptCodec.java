package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Receipts as documents. They have no state: no transition and no index of records matches one. */
public final class ReceiptCodec {

  private static final BsonString KIND = new BsonString(Field.KIND_RECEIPT);

  private ReceiptCodec() {}

  /** Whether a document is a receipt. */
  public static boolean isReceipt(BsonDocument document) {
    return KIND.equals(document.get(Field.KIND));
  }

  /** The whole document of a receipt. */
  public static BsonDocument encode(Receipt receipt) {
    BsonDocument document =
        filter(receipt).append(Field.EPOCH, new BsonInt64(receipt.epoch().value()));
    receipt
        .reason()
        .forEach(reason -> document.append(Field.REASON, ReasonDocuments.write(reason)));
    receipt.moved().forEach(moved -> document.append(Field.MOVED, new BsonInt64(moved)));
    return document
        .append(Field.ENDED_AT, new BsonDateTime(receipt.finishedAt().toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** Matches the receipt of the same request. */
  public static BsonDocument filter(Receipt receipt) {
    return new BsonDocument(Field.ID, new BsonString(receipt.id().value()))
        .append(Field.KIND, KIND)
        .append(Field.DIGEST, new BsonBinary(receipt.digest().bytes()));
  }

  /** Those that are receipts. */
  public static BsonDocument all() {
    return new BsonDocument(Field.KIND, KIND);
  }

  /** The receipt, or why there is none to be read: never an exception, whatever the document. */
  public static TransactionLookup decode(BsonDocument document) {
    try {
      return new TransactionLookup.Removed(receipt(Fields.of(document)));
    } catch (MalformedDocumentException malformed) {
      return new TransactionLookup.Unreadable(Fields.idText(document), malformed.fault());
    } catch (IllegalArgumentException | ArithmeticException inconsistent) {
      return new TransactionLookup.Unreadable(
          Fields.idText(document), String.valueOf(inconsistent.getMessage()));
    }
  }

  private static Receipt receipt(Fields fields) {
    fields.requireCurrent();
    return new Receipt(
        fields.parsed(Field.ID, TransactionId::parse),
        digest(fields),
        TransactionCodec.epoch(fields),
        fields.has(Field.REASON)
            ? Option.some(ReasonDocuments.read(fields.document(Field.REASON)))
            : Option.none(),
        fields.has(Field.MOVED) ? Option.some(moved(fields)) : Option.none(),
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

  private static long moved(Fields fields) {
    long moved = fields.int64(Field.MOVED);
    if (moved <= 0) {
      throw fields.fault(Field.MOVED, "is " + moved + ", not above zero");
    }
    return moved;
  }
}
