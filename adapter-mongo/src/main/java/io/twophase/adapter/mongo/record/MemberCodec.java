package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * The members of records of several as documents: a body, and no state of their own; and the
 * domain's {@link MemberTake}s as guarded updates of them (rules 13 and 14). The body stays where
 * it is: a member's document becomes a record by what it gets beside that.
 */
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

  private static final BsonDocument NO_RECORD = doc(Field.BATCH, "");

  private MemberCodec() {}

  /** Returns whether a document is a member's: it names a record, and has no state of its own. */
  static boolean isMember(BsonDocument document) {
    return document.containsKey(Field.BATCH) && !document.containsKey(Field.STATE);
  }

  /** More than a write weighs without members, and with no body or that of a bare transfer. */
  static final int WRITE = 8_000;

  /**
   * Adds the whole documents of a record's members, in their order.
   *
   * @param stored the record's document, which lists the members' ids
   * @param weights of the documents: more than each write weighs, in bytes
   */
  static void encode(
      List<NewTransaction> members,
      BsonDocument stored,
      List<BsonDocument> documents,
      List<Integer> weights) {
    for (int at = 0; at < members.size(); at++) {
      NewTransaction body = members.get(at);
      BsonDocument document =
          new BsonDocument(Field.ID, stored.getArray(Field.MEMBERS).get(at))
              .append(Field.BATCH, stored.get(Field.ID));
      boolean isBare = BodyDocuments.write(body, document);
      document
          .append(Field.CREATED_AT, stored.get(Field.CREATED_AT))
          .append(Field.VERSION, stored.get(Field.VERSION));
      documents.add(document);
      weights.add(isBare ? WRITE : WRITE + (int) body.bytes());
    }
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
    Doc written = doc();
    BodyDocuments.write(body, written);
    Doc filter = doc(Field.ID, body.id().value()).with(besides);
    ASKED.forEach(name -> filter.with(name, written.get(name, IS_ABSENT)));
    return filter;
  }

  /** The member, or what is wrong with the document: never an exception, whatever it is. */
  static Either<String, MemberDocument> decode(BsonDocument document) {
    return Fields.read(document, MemberCodec::member);
  }

  private static MemberDocument member(Fields fields) {
    fields.requireCurrent();
    return new MemberDocument(
        fields.parsed(Field.BATCH, RecordId::parseBatch),
        BodyDocuments.read(fields.parsed(Field.ID, TransactionId::parse), fields),
        fields.instant(Field.CREATED_AT));
  }

  /** The take, guarded on the record that the document names and on what it asks for. */
  static UpdateOneModel<BsonDocument> take(MemberTake take) {
    return new UpdateOneModel<>(filter(take.free()), change(take));
  }

  /** The server dates what the domain says that the take leaves. */
  private static BsonDocument change(MemberTake take) {
    return take.taken(take.free(), Instant.EPOCH)
        .fold(
            MemberCodec::record, member -> doc("$set", doc(Field.BATCH, member.record().value())));
  }

  private static BsonDocument record(TransactionRecord alone) {
    Doc fields = doc(Field.STATE, StateNames.of(alone.state()), Field.EPOCH, alone.epoch().value());
    alone.owner().ifPresent(owner -> fields.with(RecordCodec.owner(owner)));
    fields.with(Field.REASON, alone.reason().map(ReasonDocuments::write));
    Doc stamps = doc().with(RecordCodec.times(alone)).with(Field.CREATED_AT, true);
    stamps.with(Field.LAST_MODIFIED, true).replaceAll((field, date) -> BsonBoolean.TRUE);
    return doc("$set", fields, "$unset", NO_RECORD, "$currentDate", stamps);
  }

  /** Matches a document that is as the take leaves it, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(MemberTake take) {
    return new UpdateOneModel<>(
        switch (take.kind()) {
          case INTO -> naming(take.free(), take.into().orElseThrow());
          case ALONE, CANCELED ->
              asking(
                  take.free().body(), doc(Field.TOKEN, take.owner().orElseThrow().token().value()));
        },
        TransitionUpdates.NOTHING);
  }
}
