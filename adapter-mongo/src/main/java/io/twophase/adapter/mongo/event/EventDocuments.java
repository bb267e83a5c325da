package io.twophase.adapter.mongo.event;

import com.mongodb.client.model.UpdateOneModel;
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
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;

/** Numbers and consumers as documents: {@code { _id: 7, transaction: "t1" }}. */
final class EventDocuments {

  /** The fields of a record by which {@link #records} names it. */
  static final BsonDocument NAMING =
      new BsonDocument(Field.ID, new BsonInt32(1)).append(Field.KIND, new BsonInt32(1));

  private EventDocuments() {}

  static BsonDocument of(NumberedRecord numbered) {
    return new BsonDocument(Field.ID, new BsonInt64(numbered.number()))
        .append(
            numbered
                .record()
                .fold(lone -> Field.TRANSACTION, batch -> Field.BATCH, bad -> Field.TRANSACTION),
            new BsonString(numbered.record().value()));
  }

  /** A number whose record cannot be read keeps its place. */
  static NumberedRecord numbered(BsonDocument document) {
    return new NumberedRecord(
        document.getNumber(Field.ID).longValue(),
        read(
                document,
                fields ->
                    fields.has(Field.BATCH)
                        ? (RecordId)
                            new RecordId.OfBatch(fields.parsed(Field.BATCH, BatchId::parse))
                        : new RecordId.OfTransaction(
                            fields.parsed(Field.TRANSACTION, TransactionId::parse)))
            .getOrElseGet(RecordId.Unreadable::new));
  }

  /** What a decided record is named by; none if its id names nothing. */
  private static Option<RecordId> record(BsonDocument document) {
    return EventDocuments.<RecordId>read(
            document,
            fields ->
                BatchCodec.isBatch(document)
                    ? new RecordId.OfBatch(fields.parsed(Field.ID, BatchId::parse))
                    : new RecordId.OfTransaction(fields.parsed(Field.ID, TransactionId::parse)))
        .toOption();
  }

  /** What those of them are named by whose ids name something. */
  static List<RecordId> records(List<BsonDocument> documents) {
    return documents.stream().flatMap(document -> record(document).toJavaStream()).toList();
  }

  /** Gives its number to a record that has none. */
  static UpdateOneModel<BsonDocument> marking(NumberedRecord numbered) {
    return new UpdateOneModel<>(
        new BsonDocument(Field.ID, new BsonString(numbered.record().value()))
            .append(Field.NUMBERED, BsonNull.VALUE),
        new BsonDocument(
            "$set", new BsonDocument(Field.NUMBERED, new BsonInt64(numbered.number()))));
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

  /** The consumer, or one line that names the document and says why it is none. */
  static Either<String, EventConsumer> consumer(BsonDocument document) {
    return EventDocuments.read(
            document,
            fields ->
                new EventConsumer(
                    fields.parsed(Field.ID, ConsumerName::parse),
                    new EventPosition(
                        fields.int64(Field.NUMBER), Math.toIntExact(fields.int64(Field.PLACES)))))
        .mapLeft(fault -> "consumer " + Fields.idText(document) + ": " + fault);
  }

  private static <T> Either<String, T> read(BsonDocument document, Function<Fields, T> read) {
    try {
      return Either.right(read.apply(Fields.of(document)));
    } catch (MalformedDocumentException malformed) {
      return Either.left(malformed.fault());
    } catch (IllegalArgumentException | ArithmeticException odd) {
      return Either.left(String.valueOf(odd.getMessage()));
    }
  }
}
