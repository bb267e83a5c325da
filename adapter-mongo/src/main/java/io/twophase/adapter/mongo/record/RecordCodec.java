package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.array;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.record.TransitionUpdates.VerdictDocuments;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Records as documents, of the one form. The record of one has its body in it; the record of
 * several is of {@code kind: "batch"} and names its members. A record that MongoDB's tutorial has
 * made is read too.
 *
 * <p>A record's {@link Timeline} has a field for each step, which the server stamps. The record of
 * one ends at {@code finishedAt}, the record of several at {@code endedAt}: a server may remove by
 * its age only the former.
 *
 * @param adoptedCurrency of the tutorial's records
 */
record RecordCodec(Currency adoptedCurrency) {

  private static final BsonString OF_SEVERAL = new BsonString(Field.KIND_BATCH);

  /** The whole document of a record. */
  static BsonDocument encode(TransactionRecord record) {
    BsonDocument document = new BsonDocument(Field.ID, new BsonString(record.id().value()));
    boolean isOfSeveral = record.id().isOfMany();
    record.only().ifPresent(body -> BodyDocuments.write(body, document));
    if (isOfSeveral) {
      document
          .append(Field.KIND, OF_SEVERAL)
          .append(Field.MEMBERS, VerdictDocuments.ids(record.members()))
          .append(Field.IN_ORDER, BsonBoolean.valueOf(record.inOrder()));
    }
    document
        .append(Field.STATE, TransitionUpdates.of(record.state()))
        .append(Field.EPOCH, new BsonInt64(record.epoch().value()));
    record.owner().ifPresent(owner -> document.putAll(owner(owner)));
    if (isOfSeveral) {
      document.append(Field.EXCLUDED, VerdictDocuments.reasons(record.excluded()));
    }
    document.putAll(verdict(isOfSeveral, record.verdict()));
    if (record.leavesOut()) {
      document.append(Field.LEAVES_OUT, BsonBoolean.TRUE);
    }
    record.reason().ifPresent(why -> document.append(Field.REASON, ReasonDocuments.write(why)));
    append(
        document,
        Field.EXPIRES_AT,
        record
            .only()
            .flatMap(NewTransaction::authorization)
            .map(terms -> terms.expiresAt(record.createdAt())));
    if (!record.approvals().isEmpty()) {
      document.append(Field.APPROVED_BY, BodyDocuments.names(record.approvals()));
    }
    document.putAll(times(record));
    return document
        .append(Field.CREATED_AT, new BsonDateTime(record.createdAt().toEpochMilli()))
        .append(Field.LAST_MODIFIED, new BsonDateTime(record.lastModified().toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** The fields that say who works on a record. */
  static BsonDocument owner(Owner owner) {
    BsonDocument fields =
        new BsonDocument(Field.APPLICATION, new BsonString(owner.application().value()));
    owner.process().ifPresent(at -> fields.append(Field.OWNER, new BsonString(at.value())));
    return fields.append(Field.TOKEN, new BsonString(owner.token().value()));
  }

  /** The fields that say what a record decides: of one, how much it moves. */
  static BsonDocument verdict(boolean isOfSeveral, Verdict verdict) {
    if (isOfSeveral) {
      return VerdictDocuments.write(verdict);
    }
    BsonDocument fields = new BsonDocument();
    verdict.moved().values().forEach(amounts -> fields.append(Field.MOVED, array(amounts)));
    return fields;
  }

  /** Returns whether a document is the record of several. */
  static boolean isOfSeveral(BsonDocument document) {
    return OF_SEVERAL.equals(document.get(Field.KIND));
  }

  /** The record, or what is wrong with the document: never an exception, whatever it is. */
  Either<String, TransactionRecord> decode(BsonDocument document) {
    return Fields.read(document, this::record);
  }

  private TransactionRecord record(Fields fields) {
    if (!fields.has(Field.VERSION)) {
      return new TutorialRecords(adoptedCurrency).read(fields);
    }
    fields.requireCurrent();
    return isOfSeveral(fields.document()) ? several(fields) : one(fields);
  }

  private static TransactionRecord several(Fields fields) {
    return record(
        fields.parsed(Field.ID, RecordId::parseBatch),
        VerdictDocuments.readIds(fields, Field.MEMBERS),
        Optional.empty(),
        VerdictDocuments.read(fields),
        fields);
  }

  private static TransactionRecord one(Fields fields) {
    TransactionId id = fields.parsed(Field.ID, TransactionId::parse);
    NewTransaction body = BodyDocuments.read(id, fields);
    State state = StateNames.read(fields);
    if (epoch(fields).equals(Epoch.NONE) && state != State.INITIAL && state != State.CANCELED) {
      throw fields.fault(
          Field.EPOCH, "is 0, though the record is " + StateNames.of(state).getValue());
    }
    return record(RecordId.of(id), List.of(id), Optional.of(body), moved(body, fields), fields);
  }

  private static TransactionRecord record(
      RecordId id,
      List<TransactionId> members,
      Optional<NewTransaction> only,
      Verdict verdict,
      Fields fields) {
    boolean isOne = only.isPresent();
    Instant createdAt = fields.instant(Field.CREATED_AT);
    return new TransactionRecord(
        id,
        members,
        only,
        !isOne && fields.bool(Field.IN_ORDER),
        StateNames.read(fields),
        epoch(fields),
        owner(fields),
        isOne ? Map.of() : VerdictDocuments.readReasons(fields, Field.EXCLUDED),
        verdict,
        !isOne && fields.has(Field.LEAVES_OUT) && fields.bool(Field.LEAVES_OUT),
        reason(fields),
        only.map(body -> approvals(body, createdAt, fields)).orElse(List.of()),
        createdAt,
        fields.instant(Field.LAST_MODIFIED),
        times(fields, end(!isOne)));
  }

  /** Returns how much the record of one moves: amounts that are not of its body are a fault. */
  private static Verdict moved(NewTransaction body, Fields fields) {
    if (!fields.has(Field.MOVED)) {
      return Verdict.ALL_APPLIED;
    }
    List<Long> amounts = VerdictDocuments.readAmounts(fields, Field.MOVED);
    Fate.applied(amounts).captured(body);
    if (body.isAtMost() && amounts.stream().distinct().count() > 1) {
      throw fields.fault(Field.MOVED, "has another amount for the debit than for the credit");
    }
    return new Verdict(
        Map.of(),
        Verdict.ALL_APPLIED.left(),
        Verdict.ALL_APPLIED.unseen(),
        Map.of(body.id(), amounts));
  }

  private static List<ApproverName> approvals(
      NewTransaction body, Instant createdAt, Fields fields) {
    for (AuthorizationTerms terms : body.authorization().stream().toList()) {
      if (!fields.instant(Field.EXPIRES_AT).equals(terms.expiresAt(createdAt))) {
        throw fields.fault(Field.EXPIRES_AT, "is not when it was begun and its lifetime");
      }
    }
    return fields
        .ifAny(Field.APPROVED_BY, name -> BodyDocuments.approvers(fields, name))
        .orElse(List.of());
  }

  /** The epoch of a record. */
  static Epoch epoch(Fields fields) {
    return new Epoch(fields.int64(Field.EPOCH, 0, "below zero"));
  }

  /** The owner of a record, if it names one. */
  static Optional<Owner> owner(Fields fields) {
    return fields
        .ifAny(Field.TOKEN, name -> fields.parsed(name, Token::parse))
        .map(
            token ->
                new Owner(
                    fields.parsed(Field.APPLICATION, ApplicationName::parse),
                    fields.ifAny(Field.OWNER, name -> fields.parsed(name, OwnerId::parse)),
                    token));
  }

  /** Why a record was canceled, if it says so. */
  static Optional<CancelReason> reason(Fields fields) {
    return fields.ifAny(Field.REASON, fields::document).map(ReasonDocuments::read);
  }

  /** The field that says when a record ended. */
  static String end(boolean isOfSeveral) {
    return isOfSeveral ? Field.ENDED_AT : Field.FINISHED_AT;
  }

  /**
   * The fields of the steps. A record that is canceled before a worker claims it is decided and
   * ended at once: then the document says both, since decisions are found by their time, and the
   * timeline has the end alone.
   */
  static BsonDocument times(TransactionRecord record) {
    BsonDocument fields = new BsonDocument();
    Timeline timeline = record.timeline();
    append(fields, Field.CLAIMED_AT, timeline.claimedAt());
    append(fields, Field.TAKEN_OVER_AT, timeline.takenOverAt());
    append(fields, Field.AUTHORIZED_AT, timeline.authorizedAt());
    append(
        fields,
        Field.DECIDED_AT,
        isCanceledUnclaimed(record) ? timeline.finishedAt() : timeline.decidedAt());
    append(fields, end(record.id().isOfMany()), timeline.finishedAt());
    return fields;
  }

  private static boolean isCanceledUnclaimed(TransactionRecord record) {
    return record.state() == State.CANCELED
        && record.epoch().equals(Epoch.NONE)
        && !record.isTombstone();
  }

  private static void append(BsonDocument document, String field, Optional<Instant> at) {
    at.ifPresent(known -> document.append(field, new BsonDateTime(known.toEpochMilli())));
  }

  /** The steps of a record whose end is in the field {@code end}. */
  static Timeline times(Fields record, String end) {
    boolean isUnclaimed = epoch(record).equals(Epoch.NONE);
    return new Timeline(
        record.ifAny(Field.CLAIMED_AT, record::instant),
        record.ifAny(Field.TAKEN_OVER_AT, record::instant),
        record.ifAny(Field.AUTHORIZED_AT, record::instant),
        isUnclaimed ? Optional.empty() : record.ifAny(Field.DECIDED_AT, record::instant),
        record.ifAny(end, record::instant));
  }
}
