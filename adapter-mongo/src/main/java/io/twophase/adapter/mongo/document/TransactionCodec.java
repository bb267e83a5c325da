package io.twophase.adapter.mongo.document;

import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.InvalidId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Transaction records as documents. */
public final class TransactionCodec {

  /** The tutorial writes no reason. */
  private static final CancelReason BY_THE_TUTORIAL =
      new CancelReason.Requested("by the tutorial's protocol");

  /** What a run of a tutorial's record would write over, or would be misled by. */
  private static final List<String> OURS =
      List.of(
          Field.OWNER,
          Field.TOKEN,
          Field.REASON,
          Field.CLAIMED_AT,
          Field.TAKEN_OVER_AT,
          Field.AUTHORIZED_AT,
          Field.DECIDED_AT,
          Field.FINISHED_AT,
          Field.ENDED_AT,
          Field.NUMBERED,
          Field.KIND,
          Field.BATCH,
          Field.LEAVES_OUT);

  private final Currency adoptedCurrency;

  /** Reads records that the tutorial has made as ones of {@code adoptedCurrency}. */
  public TransactionCodec(Currency adoptedCurrency) {
    this.adoptedCurrency = adoptedCurrency;
  }

  /** The whole document of a record. */
  public BsonDocument encode(Transaction record) {
    BsonDocument document = new BsonDocument(Field.ID, new BsonString(record.id().value()));
    BodyDocuments.write(record.body(), document);
    document
        .append(Field.STATE, StateNames.of(record.state()))
        .append(Field.EPOCH, new BsonInt64(record.epoch().value()));
    record
        .application()
        .forEach(name -> document.append(Field.APPLICATION, new BsonString(name.value())));
    record.owner().forEach(owner -> document.append(Field.OWNER, new BsonString(owner.value())));
    record.token().forEach(token -> document.append(Field.TOKEN, new BsonString(token.value())));
    record.reason().forEach(reason -> document.append(Field.REASON, ReasonDocuments.write(reason)));
    AuthorizationDocuments.writeProgress(record, document);
    TimelineDocuments.write(record, document);
    return document
        .append(Field.CREATED_AT, new BsonDateTime(record.createdAt().toEpochMilli()))
        .append(Field.LAST_MODIFIED, new BsonDateTime(record.lastModified().toEpochMilli()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  /** The record, or why there is none to be read: never an exception, whatever the document. */
  public Either<UnreadableRecord, Transaction> decode(BsonDocument document) {
    try {
      Fields fields = Fields.of(document);
      TransactionId id = id(fields);
      return Either.right(fields.isOfTutorial() ? tutorial(id, fields) : current(id, fields));
    } catch (MalformedDocumentException malformed) {
      return Either.left(new UnreadableRecord(Fields.idText(document), malformed.fault()));
    } catch (IllegalArgumentException | ArithmeticException inconsistent) {
      return Either.left(
          new UnreadableRecord(Fields.idText(document), String.valueOf(inconsistent.getMessage())));
    }
  }

  /**
   * A document that is no record.
   *
   * @param id its id as text
   * @param fault the field and what is wrong with it
   */
  public record UnreadableRecord(String id, String fault) {}

  /**
   * The tutorial's ids are of any type. What it has finished can be read all the same, by the id's
   * text; what is not finished cannot, for it would be written to under that text.
   */
  private static TransactionId id(Fields fields) {
    boolean finishedByTheTutorial =
        fields.isOfTutorial()
            && !fields.has(Field.EPOCH)
            && fields.has(Field.ID)
            && StateNames.read(fields).isFinal();
    return finishedByTheTutorial
        ? TransactionId.parse(Fields.idText(fields.document()))
            .getOrElseThrow(
                invalid -> new MalformedDocumentException(Field.ID + ": " + invalid.message()))
        : fields.parsed(Field.ID, TransactionId::parse);
  }

  /**
   * A field of a tutorial's record that nothing has run yet, under a name that is one of this
   * software's records; if it has one.
   */
  public static Option<String> fieldOfOurs(BsonDocument initial) {
    return Fields.taken(initial, OURS);
  }

  private static Transaction current(TransactionId id, Fields fields) {
    State state = StateNames.read(fields);
    Epoch epoch = epoch(fields);
    if (epoch.equals(Epoch.NONE) && needsOwner(state)) {
      throw fields.fault(Field.EPOCH, "is 0, though the record is " + name(state));
    }
    NewTransaction body = BodyDocuments.read(id, fields);
    if (body.isTombstone() && state != State.CANCELED) {
      throw fields.fault(Field.OPERATIONS, "is empty, though the record is " + name(state));
    }
    Option<CancelReason> reason = reason(fields);
    if (reason.isEmpty() && isCanceled(state)) {
      throw fields.fault(Field.REASON, "is missing, though the record is " + name(state));
    }
    if (state == State.AUTHORIZED && body.authorization().isEmpty()) {
      throw fields.fault(Field.STATE, "is authorized, and it is no authorization");
    }
    Instant createdAt = fields.instant(Field.CREATED_AT);
    return new Transaction(
        body,
        state,
        epoch,
        optional(fields, Field.APPLICATION, ApplicationName::parse),
        optional(fields, Field.OWNER, OwnerId::parse),
        optional(fields, Field.TOKEN, Token::parse),
        reason,
        createdAt,
        fields.instant(Field.LAST_MODIFIED),
        epoch.equals(Epoch.NONE)
            ? TimelineDocuments.readUnclaimed(fields)
            : TimelineDocuments.read(fields),
        body.authorization().isDefined() || body.isAtMost()
            ? AuthorizationDocuments.progress(body, createdAt, fields)
            : AuthorizationProgress.NONE);
  }

  /**
   * A record that the tutorial has made, and this software may have claimed: then it has an epoch.
   */
  private Transaction tutorial(TransactionId id, Fields fields) {
    State state = StateNames.read(fields);
    boolean ours = fields.has(Field.EPOCH);
    if (!ours && !state.isFinal() && state != State.INITIAL) {
      throw fields.fault(
          Field.STATE,
          "is "
              + name(state)
              + ", without an epoch: begun by the tutorial's own protocol; stop what runs that,"
              + " then twophase adopt");
    }
    if (!ours && state == State.INITIAL) {
      fieldOfOurs(fields.document())
          .forEach(
              name -> {
                throw fields.fault(
                    name, "is a field of Twophase's records: rename it, then this one can be run");
              });
    }
    Epoch epoch = ours ? epoch(fields) : Epoch.NONE;
    Option<ApplicationName> application =
        optional(fields, Field.APPLICATION, ApplicationName::parse);
    NewTransaction body = BodyDocuments.readTutorial(id, fields, adoptedCurrency);
    Option<CancelReason> reason =
        reason(fields).orElse(Option.when(isCanceled(state), BY_THE_TUTORIAL));
    Instant lastModified = instantOr(fields, Field.LAST_MODIFIED, Instant.EPOCH);
    Timeline timeline =
        epoch.equals(Epoch.NONE)
            ? TimelineDocuments.readUnclaimed(fields)
            : TimelineDocuments.read(fields);
    if (!ours && state.isFinal()) {
      timeline = timeline.moved(State.INITIAL, state, lastModified);
    }
    return new Transaction(
        body,
        state,
        epoch,
        application,
        ours ? optional(fields, Field.OWNER, OwnerId::parse) : Option.none(),
        optional(fields, Field.TOKEN, Token::parse),
        reason,
        instantOr(fields, Field.CREATED_AT, lastModified),
        lastModified,
        timeline);
  }

  static Epoch epoch(Fields fields) {
    long epoch = fields.int64(Field.EPOCH);
    if (epoch < 0) {
      throw fields.fault(Field.EPOCH, "is " + epoch + ", below zero");
    }
    return new Epoch(epoch);
  }

  private static boolean needsOwner(State state) {
    return state != State.INITIAL && state != State.CANCELED;
  }

  private static boolean isCanceled(State state) {
    return state == State.CANCELING || state == State.CANCELED;
  }

  private static String name(State state) {
    return StateNames.of(state).getValue();
  }

  private static Option<CancelReason> reason(Fields fields) {
    return fields.has(Field.REASON)
        ? Option.some(ReasonDocuments.read(fields.document(Field.REASON)))
        : Option.none();
  }

  private static <T> Option<T> optional(
      Fields fields, String name, Function<String, Either<InvalidId, T>> parse) {
    return fields.has(name) ? Option.some(fields.parsed(name, parse)) : Option.none();
  }

  private static Instant instantOr(Fields fields, String name, Instant otherwise) {
    return fields.has(name) ? fields.instant(name) : otherwise;
  }
}
