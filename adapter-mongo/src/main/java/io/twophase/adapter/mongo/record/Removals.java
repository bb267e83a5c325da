package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Removes documents for retention, by guarded deletions and replacements by receipts. */
record Removals(Table table, ServerClock clock) {

  private static final BsonDocument OLDEST_FIRST = doc(Field.ENDED_AT, 1, Field.ID, 1);

  /**
   * Sends one command. A record that does not say when it ended matches no write, and is left
   * alone.
   */
  List<MatchOutcome> remove(List<Removal> asked) {
    return Matches.outcomes(
        asked, table.update(asked.stream().map(Removals::write).toList()), this::gone);
  }

  /** Guarded on the record's end, or on the member's document as it was read. */
  private static WriteModel<BsonDocument> write(Removal removal) {
    BsonDocument filter = removal.going().fold(Removals::ended, MemberCodec::filter);
    return removal
        .receipt()
        .<WriteModel<BsonDocument>>map(
            receipt -> new ReplaceOneModel<>(filter, ReceiptCodec.encode(receipt)))
        .orElseGet(() -> new DeleteOneModel<>(filter));
  }

  /** Only a record that is done or canceled says when it ended. */
  private static BsonDocument ended(TransactionRecord record) {
    String end = RecordCodec.end(record.id().isOfMany());
    return doc(Field.ID, record.id().value())
        .with(end, record.endedAt().map(Places::during).orElseGet(Docs::oneOf));
  }

  /** If only the number is told, then what is gone by now, or replaced, counts as removed. */
  private Reply<Matches> gone(List<Removal> some) {
    Map<String, BsonDocument> there = table.reads().byId(some.stream().map(Removal::id).toList());
    return Matches.told(
        some.stream().map(one -> isGone(one, there.get(one.id())) ? 1 : 0).toList());
  }

  private static boolean isGone(Removal removal, @Nullable BsonDocument there) {
    return removal
        .receipt()
        .map(receipt -> there != null && ReceiptCodec.isOfSame(receipt, there))
        .orElse(there == null);
  }

  /** The oldest receipts of those that are old enough, as they are by now. */
  int removeReceipts(Duration endedFor, int limit) {
    BsonDocument old =
        ReceiptCodec.all().append(Field.ENDED_AT, doc("$lte", Places.date(clock.now(), endedFor)));
    List<BsonDocument> going = table.reads().page(old, OLDEST_FIRST, 0, limit);
    if (!going.isEmpty()) {
      table.update(
          going.stream()
              .map(
                  one ->
                      new DeleteOneModel<BsonDocument>(
                          doc(Field.ID, Objects.requireNonNull(one.get(Field.ID))).with(old)))
              .toList());
    }
    return going.size();
  }

  /**
   * Receipts as documents. They have no state: no transition and no index of records matches one.
   */
  static final class ReceiptCodec {

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
      return doc(Field.ID, receipt.id().value(), Field.KIND, KIND)
          .with(Field.DIGEST, digest(receipt))
          .with(Field.REVERSES, receipt.reverses().map(TransactionId::value))
          .with(Field.EPOCH, receipt.epoch().value())
          .with(Field.REASON, receipt.reason().map(ReasonDocuments::write))
          .with(Field.MOVED, receipt.moved())
          .with(Field.FUNCTION, receipt.attempt().map(BodyDocuments::write))
          .with(Field.ENDED_AT, receipt.finishedAt())
          .with(Field.VERSION, Field.CURRENT_VERSION);
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
          fields.ifAny(Field.REVERSES, name -> fields.parsed(name, TransactionId::parse)),
          RecordCodec.epoch(fields),
          RecordCodec.reason(fields),
          fields.ifAny(Field.MOVED, name -> fields.int64(name, 1, "not above zero")),
          BodyDocuments.attempt(fields),
          fields.instant(Field.ENDED_AT));
    }

    private static BodyDigest digest(Fields fields) {
      return BodyDigest.of(fields.binary(Field.DIGEST))
          .getOrElseThrow(fault -> fields.fault(Field.DIGEST, fault));
    }
  }
}
