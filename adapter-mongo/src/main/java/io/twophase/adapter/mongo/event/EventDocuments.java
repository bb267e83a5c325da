package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.vavr.control.Either;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;

/** Numbers and consumers as documents: {@code { _id: 7, record: "t1" }}. */
final class EventDocuments {

  /** The field of a record by which {@link #records} names it. */
  static final BsonDocument NAMING = doc(Field.ID, 1);

  private EventDocuments() {}

  static BsonDocument of(long number, RecordId record) {
    return doc(Field.ID, int64(number), Field.RECORD, record.value());
  }

  /** A number whose record cannot be read keeps its place. */
  static NumberedRecord numbered(BsonDocument document) {
    return new NumberedRecord(
        document.getNumber(Field.ID).longValue(),
        Fields.read(document, fields -> fields.parsed(Field.RECORD, RecordId::parse)));
  }

  /** The names of those decided records whose ids name something. */
  static List<RecordId> records(List<BsonDocument> documents) {
    return documents.stream()
        .flatMap(
            document ->
                Fields.read(document, fields -> fields.parsed(Field.ID, RecordId::parse))
                    .toJavaStream())
        .toList();
  }

  /** Gives their numbers to those records that have none. */
  static List<UpdateOneModel<BsonDocument>> marking(List<NumberedRecord> numbered) {
    return numbered.stream()
        .flatMap(each -> each.record().map(id -> marking(id, each.number())).toJavaStream())
        .toList();
  }

  private static UpdateOneModel<BsonDocument> marking(RecordId record, long number) {
    return new UpdateOneModel<>(
        doc(Field.ID, record.value(), Field.NUMBERED, BsonNull.VALUE),
        doc("$set", doc(Field.NUMBERED, int64(number))));
  }

  static BsonDocument of(EventConsumer consumer) {
    return at(consumer.name(), consumer.position());
  }

  /** A consumer at a position: its document, and what finds it there. */
  static BsonDocument at(ConsumerName name, EventPosition position) {
    return id(name)
        .append(Field.NUMBER, int64(position.number()))
        .append(Field.PLACES, int64(position.places()));
  }

  static BsonDocument id(ConsumerName name) {
    return doc(Field.ID, name.value());
  }

  /** The consumer, or one line that names the document and says why it is none. */
  static Either<String, EventConsumer> consumer(BsonDocument document) {
    return Fields.read(
            document,
            fields ->
                new EventConsumer(
                    fields.parsed(Field.ID, ConsumerName::parse),
                    new EventPosition(
                        fields.int64(Field.NUMBER), Math.toIntExact(fields.int64(Field.PLACES)))))
        .mapLeft(fault -> "consumer " + Fields.idText(document) + ": " + fault);
  }
}
