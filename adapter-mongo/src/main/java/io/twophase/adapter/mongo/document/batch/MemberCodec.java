package io.twophase.adapter.mongo.document.batch;

import io.twophase.adapter.mongo.document.BodyDocuments;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The members of batches as documents: the body of a record, and no state of their own. */
public final class MemberCodec {

  /** What of a body is not said about it, but asked for. */
  private static final List<String> ASKED =
      List.of(
          Field.SOURCE,
          Field.DESTINATION,
          Field.VALUE,
          Field.CURRENCY,
          Field.OPERATIONS,
          Field.REVERSES);

  private static final BsonDocument IS_ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);

  private MemberCodec() {}

  /**
   * A member as it is stored.
   *
   * @param begunAt when it was inserted, by the store's clock
   */
  public record Stored(MemberDocument document, Instant begunAt) {}

  /** Whether a document is a member's: it names a batch, and has no state of its own. */
  public static boolean isMember(BsonDocument document) {
    return document.containsKey(Field.BATCH) && !document.containsKey(Field.STATE);
  }

  /** The whole document of a member. */
  public static BsonDocument encode(MemberDocument member, Instant begunAt) {
    BsonDocument document =
        new BsonDocument(Field.ID, new BsonString(member.id().value()))
            .append(Field.BATCH, new BsonString(member.batch().value()));
    BodyDocuments.write(member.body(), document);
    return document
        .append(Field.CREATED_AT, new BsonDateTime(begunAt.toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** Matches the document of a member that names its batch and asks for the same. */
  public static BsonDocument filter(MemberDocument member) {
    BsonDocument body = new BsonDocument();
    BodyDocuments.write(member.body(), body);
    BsonDocument filter =
        new BsonDocument(Field.ID, new BsonString(member.id().value()))
            .append(Field.BATCH, new BsonString(member.batch().value()))
            .append(Field.STATE, IS_ABSENT);
    for (String name : ASKED) {
      BsonValue asked = body.get(name);
      filter.append(name, asked == null ? IS_ABSENT : asked);
    }
    return filter;
  }

  /** The member, or what is wrong with the document: never an exception, whatever it is. */
  public static Either<String, Stored> decode(BsonDocument document) {
    try {
      return Either.right(member(Fields.of(document)));
    } catch (MalformedDocumentException malformed) {
      return Either.left(malformed.fault());
    } catch (IllegalArgumentException noTransfer) {
      return Either.left(String.valueOf(noTransfer.getMessage()));
    }
  }

  private static Stored member(Fields fields) {
    fields.requireCurrent();
    NewTransaction body = BodyDocuments.read(fields.parsed(Field.ID, TransactionId::parse), fields);
    return new Stored(
        new MemberDocument(fields.parsed(Field.BATCH, BatchId::parse), body),
        fields.instant(Field.CREATED_AT));
  }
}
