package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.onlyIf;
import static io.twophase.adapter.mongo.document.Docs.unlessEmpty;

import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.record.TransitionUpdates.VerdictDocuments;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.BatchId;
import io.twophase.domain.Epoch;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
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
import org.bson.BsonDocument;
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
    Doc document = doc(Field.ID, record.id().value());
    boolean isOfSeveral = record.id().isOfMany();
    record.only().ifPresent(body -> BodyDocuments.write(body, document));
    if (isOfSeveral) {
      document
          .with(Field.KIND, OF_SEVERAL)
          .with(Field.MEMBERS, VerdictDocuments.ids(record.members()))
          .with(Field.IN_ORDER, record.inOrder());
    }
    document.with(Field.STATE, StateNames.of(record.state()));
    document.with(Field.EPOCH, record.epoch().value());
    record.owner().ifPresent(owner -> document.with(owner(owner)));
    if (isOfSeveral) {
      document.with(Field.EXCLUDED, VerdictDocuments.reasons(record.excluded()));
    }
    document
        .with(verdict(record.id(), record.verdict()))
        .with(Field.LEAVES_OUT, onlyIf(record.leavesOut()))
        .with(Field.REASON, record.reason().map(ReasonDocuments::write))
        .with(
            Field.EXPIRES_AT,
            record
                .only()
                .flatMap(NewTransaction::authorization)
                .map(terms -> terms.expiresAt(record.createdAt())));
    return document
        .with(Field.APPROVED_BY, unlessEmpty(BodyDocuments.names(record.approvals())))
        .with(times(record))
        .with(Field.CREATED_AT, record.createdAt())
        .with(Field.LAST_MODIFIED, record.lastModified())
        .with(Field.VERSION, Field.CURRENT_VERSION);
  }

  /** The fields that say who works on a record. */
  static BsonDocument owner(Owner owner) {
    return doc(Field.APPLICATION, owner.application().value())
        .with(Field.OWNER, owner.process().map(OwnerId::value))
        .with(Field.TOKEN, owner.token().value());
  }

  /** The fields that say what a record decides: of one, how much it moves. */
  static Doc verdict(RecordId id, Verdict verdict) {
    return id.isOfMany()
        ? VerdictDocuments.write(verdict)
        : doc(Field.MOVED, verdict.moved().values().stream().findFirst());
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
    RecordId id = new RecordId(fields.parsed(Field.ID, BatchId::parse).value());
    return new TransactionRecord(
        id,
        VerdictDocuments.readIds(fields, Field.MEMBERS),
        Optional.empty(),
        fields.bool(Field.IN_ORDER),
        StateNames.read(fields),
        epoch(fields),
        owner(fields),
        VerdictDocuments.readReasons(fields, Field.EXCLUDED),
        VerdictDocuments.read(fields),
        fields.has(Field.LEAVES_OUT) && fields.bool(Field.LEAVES_OUT),
        reason(fields),
        List.of(),
        fields.instant(Field.CREATED_AT),
        fields.instant(Field.LAST_MODIFIED),
        times(fields, Field.ENDED_AT));
  }

  private static TransactionRecord one(Fields fields) {
    TransactionId id = fields.parsed(Field.ID, TransactionId::parse);
    NewTransaction body = BodyDocuments.read(id, fields);
    State state = StateNames.read(fields);
    Epoch epoch = epoch(fields);
    if (epoch.equals(Epoch.NONE) && state != State.INITIAL && state != State.CANCELED) {
      throw fields.fault(Field.EPOCH, "is 0, though the record is " + StateNames.of(state));
    }
    Instant createdAt = fields.instant(Field.CREATED_AT);
    return new TransactionRecord(
        RecordId.of(id),
        List.of(id),
        Optional.of(body),
        false,
        state,
        epoch,
        owner(fields),
        Map.of(),
        moved(body, fields),
        false,
        reason(fields),
        approvals(body, createdAt, fields),
        createdAt,
        fields.instant(Field.LAST_MODIFIED),
        times(fields, Field.FINISHED_AT));
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
    Timeline timeline = record.timeline();
    Optional<Instant> decided =
        isCanceledUnclaimed(record) ? timeline.finishedAt() : timeline.decidedAt();
    return doc(Field.CLAIMED_AT, timeline.claimedAt(), Field.TAKEN_OVER_AT, timeline.takenOverAt())
        .with(Field.AUTHORIZED_AT, timeline.authorizedAt())
        .with(Field.DECIDED_AT, decided)
        .with(end(record.id().isOfMany()), timeline.finishedAt());
  }

  private static boolean isCanceledUnclaimed(TransactionRecord record) {
    return record.state() == State.CANCELED
        && record.epoch().equals(Epoch.NONE)
        && !record.isTombstone();
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
