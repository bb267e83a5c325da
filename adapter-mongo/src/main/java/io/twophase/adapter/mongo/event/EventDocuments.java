package io.twophase.adapter.mongo.event;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.adapter.mongo.document.batch.BatchCodec;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.StoreException;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Numbers and consumers as documents: {@code { _id: 7, transaction: "t1" }}. */
final class EventDocuments {

  private EventDocuments() {}

  static BsonDocument of(NumberedRecord numbered) {
    return new BsonDocument(Field.ID, new BsonInt64(numbered.number()))
        .append(
            numbered.record().fold(lone -> Field.TRANSACTION, batch -> Field.BATCH),
            new BsonString(numbered.record().value()));
  }

  static NumberedRecord numbered(BsonDocument document) {
    return read(
        document,
        fields -> {
          RecordId record =
              fields.has(Field.BATCH)
                  ? new RecordId.OfBatch(fields.parsed(Field.BATCH, BatchId::parse))
                  : new RecordId.OfTransaction(
                      fields.parsed(Field.TRANSACTION, TransactionId::parse));
          return new NumberedRecord(fields.int64(Field.ID), record);
        });
  }

  /** What a decided record is named by. */
  static RecordId record(BsonDocument document) {
    return read(
        document,
        fields ->
            BatchCodec.isBatch(document)
                ? new RecordId.OfBatch(fields.parsed(Field.ID, BatchId::parse))
                : new RecordId.OfTransaction(fields.parsed(Field.ID, TransactionId::parse)));
  }

  static BsonDocument of(EventConsumer consumer) {
    return at(consumer.name(), consumer.position());
  }

  /** A consumer at a position: its document, and what finds it there. */
  static BsonDocument at(ConsumerName name, EventPosition position) {
    return id(name)
        .append(Field.NUMBER, new BsonInt64(position.number()))
        .append(Field.PLACES, new BsonInt64(position.places()));
  }

  static BsonDocument id(ConsumerName name) {
    return new BsonDocument(Field.ID, new BsonString(name.value()));
  }

  static EventConsumer consumer(BsonDocument document) {
    return read(
        document,
        fields ->
            new EventConsumer(
                fields.parsed(Field.ID, ConsumerName::parse),
                new EventPosition(
                    fields.int64(Field.NUMBER), Math.toIntExact(fields.int64(Field.PLACES)))));
  }

  private static <T> T read(BsonDocument document, Function<Fields, T> read) {
    try {
      return read.apply(Fields.of(document));
    } catch (MalformedDocumentException malformed) {
      throw new StoreException(
          "event document " + Fields.idText(document) + ": " + malformed.fault(), malformed);
    } catch (IllegalArgumentException | ArithmeticException odd) {
      throw new StoreException("event document " + Fields.idText(document) + ": " + odd, odd);
    }
  }
}
