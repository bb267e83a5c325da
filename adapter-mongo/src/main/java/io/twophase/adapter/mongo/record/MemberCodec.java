package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.BodyDocuments;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.BatchId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The members of records of several as documents: a body, and no state of their own. */
final class MemberCodec {

  /** The fields of a body that say what is asked for. */
  private static final List<String> ASKED =
      List.of(
          Field.SOURCE,
          Field.DESTINATION,
          Field.VALUE,
          Field.CURRENCY,
          Field.OPERATIONS,
          Field.AT_MOST,
          Field.AUTHORIZATION,
          Field.REVERSES);

  private static final BsonDocument IS_ABSENT = absent();

  private MemberCodec() {}

  /** Whether a document is a member's: it names a record, and has no state of its own. */
  static boolean isMember(BsonDocument document) {
    return document.containsKey(Field.BATCH) && !document.containsKey(Field.STATE);
  }

  /** The whole document of a member. */
  static BsonDocument encode(MemberDocument member) {
    BsonDocument document =
        doc(Field.ID, member.id().value(), Field.BATCH, member.record().value());
    BodyDocuments.write(member.body(), document);
    return document
        .append(Field.CREATED_AT, new BsonDateTime(member.createdAt().toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** Matches the document of a member that names its record and asks for the same. */
  static BsonDocument filter(MemberDocument member) {
    return naming(member, member.record());
  }

  /** Matches the document of a member that names {@code record} and asks for the same. */
  static BsonDocument naming(MemberDocument member, RecordId record) {
    return asking(member.body(), doc(Field.BATCH, record.value(), Field.STATE, IS_ABSENT));
  }

  /** Matches the document of a transaction that asks for the same. */
  static BsonDocument asking(NewTransaction body, BsonDocument besides) {
    BsonDocument written = new BsonDocument();
    BodyDocuments.write(body, written);
    BsonDocument filter = doc(Field.ID, body.id().value());
    filter.putAll(besides);
    for (String name : ASKED) {
      BsonValue asked = written.get(name);
      filter.append(name, asked == null ? IS_ABSENT : asked);
    }
    return filter;
  }

  /** The member, or what is wrong with the document: never an exception, whatever it is. */
  static Either<String, MemberDocument> decode(BsonDocument document) {
    return Fields.read(document, MemberCodec::member);
  }

  private static MemberDocument member(Fields fields) {
    fields.requireCurrent();
    return new MemberDocument(
        new RecordId(fields.parsed(Field.BATCH, BatchId::parse).value()),
        BodyDocuments.read(fields.parsed(Field.ID, TransactionId::parse), fields),
        fields.instant(Field.CREATED_AT));
  }
}
