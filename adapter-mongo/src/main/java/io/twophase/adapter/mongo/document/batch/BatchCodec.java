package io.twophase.adapter.mongo.document.batch;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.InvalidId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The records of batches as documents. */
public final class BatchCodec {

  private static final BsonString KIND = new BsonString(Field.KIND_BATCH);

  private BatchCodec() {}

  /** Whether a document is the record of a batch. */
  public static boolean isBatch(BsonDocument document) {
    return KIND.equals(document.get(Field.KIND));
  }

  /** The whole document of a record. */
  public static BsonDocument encode(BatchRecord record) {
    BsonDocument document =
        new BsonDocument(Field.ID, string(record.id()))
            .append(Field.KIND, KIND)
            .append(Field.STATE, StateNames.of(record.state()))
            .append(Field.EPOCH, new BsonInt64(record.epoch().value()));
    record.owner().forEach(owner -> owner(owner, document));
    document
        .append(Field.IN_ORDER, BsonBoolean.valueOf(record.inOrder()))
        .append(Field.MEMBERS, ids(record.members()))
        .append(Field.EXCLUDED, excluded(record.excluded()))
        .append(Field.REFUSED, refused(record.verdict()))
        .append(Field.LEFT, left(record.verdict()));
    unseen(record.verdict(), document);
    if (record.leavesOut()) {
      document.append(Field.LEAVES_OUT, BsonBoolean.TRUE);
    }
    record.reason().forEach(reason -> document.append(Field.REASON, ReasonDocuments.write(reason)));
    document
        .append(Field.CREATED_AT, new BsonDateTime(record.createdAt().toEpochMilli()))
        .append(Field.LAST_MODIFIED, new BsonDateTime(record.lastModified().toEpochMilli()));
    record
        .decidedAt()
        .forEach(
            decided -> document.append(Field.DECIDED_AT, new BsonDateTime(decided.toEpochMilli())));
    record
        .endedAt()
        .forEach(ended -> document.append(Field.ENDED_AT, new BsonDateTime(ended.toEpochMilli())));
    return document.append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** Says in {@code document} who works on the batch. */
  public static void owner(BatchRecord.Owner owner, BsonDocument document) {
    document.append(Field.APPLICATION, new BsonString(owner.application().value()));
    owner
        .process()
        .forEach(process -> document.append(Field.OWNER, new BsonString(process.value())));
    document.append(Field.TOKEN, new BsonString(owner.token().value()));
  }

  /** Who was canceled before the decision. */
  public static BsonArray excluded(LinkedHashMap<TransactionId, CancelReason> excluded) {
    return array(excluded.toList(), each -> excluded(each._1(), each._2()));
  }

  /** One of them. */
  public static BsonDocument excluded(TransactionId member, CancelReason reason) {
    return new BsonDocument(Field.MEMBER, new BsonString(member.value()))
        .append(Field.REASON, ReasonDocuments.write(reason));
  }

  /** Whom the decision refuses. */
  public static BsonArray refused(Verdict verdict) {
    return array(
        verdict.refused().toList(),
        each -> excluded(each._1(), new CancelReason.Refused(each._2())));
  }

  /** Whom the decision leaves out. */
  public static BsonArray left(Verdict verdict) {
    return ids(verdict.left().toJavaList());
  }

  /** Says in {@code document} for which members nothing was held, if for some. */
  public static void unseen(Verdict verdict, BsonDocument document) {
    if (!verdict.unseen().isEmpty()) {
      document.append(Field.UNSEEN, ids(verdict.unseen().toJavaList()));
    }
  }

  private static BsonArray ids(List<TransactionId> members) {
    return new BsonArray(members.stream().map(id -> new BsonString(id.value())).toList());
  }

  private static <T> BsonArray array(Seq<T> elements, Function<T, BsonValue> write) {
    BsonArray array = new BsonArray();
    elements.forEach(element -> array.add(write.apply(element)));
    return array;
  }

  private static BsonString string(BatchId id) {
    return new BsonString(id.value());
  }

  /** The record, or why there is none to be read: never an exception, whatever the document. */
  public static Either<BatchLookup.Unreadable, BatchRecord> decode(BsonDocument document) {
    try {
      return Either.right(record(Fields.of(document)));
    } catch (MalformedDocumentException malformed) {
      return Either.left(new BatchLookup.Unreadable(Fields.idText(document), malformed.fault()));
    } catch (IllegalArgumentException inconsistent) {
      return Either.left(
          new BatchLookup.Unreadable(
              Fields.idText(document), String.valueOf(inconsistent.getMessage())));
    }
  }

  private static BatchRecord record(Fields fields) {
    if (!isBatch(fields.document())) {
      throw fields.fault(Field.KIND, "is not '" + Field.KIND_BATCH + "'");
    }
    fields.requireCurrent();
    long epoch = fields.int64(Field.EPOCH);
    if (epoch < 0) {
      throw fields.fault(Field.EPOCH, "is " + epoch + ", below zero");
    }
    return new BatchRecord(
        fields.parsed(Field.ID, BatchId::parse),
        members(fields, Field.MEMBERS),
        fields.bool(Field.IN_ORDER),
        StateNames.read(fields),
        new Epoch(epoch),
        reasons(fields, Field.EXCLUDED),
        new Verdict(
            refusals(fields),
            LinkedHashSet.ofAll(members(fields, Field.LEFT)),
            fields.has(Field.UNSEEN)
                ? LinkedHashSet.ofAll(members(fields, Field.UNSEEN))
                : LinkedHashSet.empty()),
        fields.has(Field.LEAVES_OUT) && fields.bool(Field.LEAVES_OUT),
        owner(fields),
        fields.has(Field.REASON)
            ? Option.some(ReasonDocuments.read(fields.document(Field.REASON)))
            : Option.none(),
        fields.instant(Field.CREATED_AT),
        lastModified(fields),
        fields.has(Field.DECIDED_AT)
            ? Option.some(fields.instant(Field.DECIDED_AT))
            : Option.none());
  }

  /** Nothing changes once it has ended; and the server may stamp two fields a moment apart. */
  private static Instant lastModified(Fields fields) {
    return fields.instant(
        fields.has(Field.ENDED_AT) && StateNames.read(fields).isFinal()
            ? Field.ENDED_AT
            : Field.LAST_MODIFIED);
  }

  private static List<TransactionId> members(Fields fields, String name) {
    List<TransactionId> members = new ArrayList<>();
    for (BsonValue value : fields.array(name)) {
      if (!value.isString()) {
        throw fields.fault(name, "has " + value + ", which is no id");
      }
      members.add(
          TransactionId.parse(value.asString().getValue())
              .getOrElseThrow(invalid -> fields.fault(name, "has " + invalid.message())));
    }
    return members;
  }

  private static LinkedHashMap<TransactionId, CancelReason> reasons(Fields fields, String name) {
    LinkedHashMap<TransactionId, CancelReason> reasons = LinkedHashMap.empty();
    for (Fields element : fields.elements(name)) {
      reasons =
          reasons.put(
              element.parsed(Field.MEMBER, TransactionId::parse),
              ReasonDocuments.read(element.document(Field.REASON)));
    }
    return reasons;
  }

  private static LinkedHashMap<TransactionId, HoldRefusal> refusals(Fields fields) {
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    for (Tuple2<TransactionId, CancelReason> each : reasons(fields, Field.REFUSED)) {
      refused = refused.put(each._1(), refusal(fields, each._2()));
    }
    return refused;
  }

  private static HoldRefusal refusal(Fields fields, CancelReason reason) {
    if (reason instanceof CancelReason.Refused refused) {
      return refused.refusal();
    }
    throw fields.fault(Field.REFUSED, "has " + reason.kind() + ", which no account says");
  }

  private static Option<BatchRecord.Owner> owner(Fields fields) {
    return optional(fields, Field.TOKEN, Token::parse)
        .map(
            token ->
                new BatchRecord.Owner(
                    fields.parsed(Field.APPLICATION, ApplicationName::parse),
                    optional(fields, Field.OWNER, OwnerId::parse),
                    token));
  }

  private static <T> Option<T> optional(
      Fields fields, String name, Function<String, Either<InvalidId, T>> parse) {
    return fields.has(name) ? Option.some(fields.parsed(name, parse)) : Option.none();
  }
}
