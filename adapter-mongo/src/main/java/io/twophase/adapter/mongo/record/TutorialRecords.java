package io.twophase.adapter.mongo.record;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Reads the records that MongoDB's tutorial has made, which have no version: finished ones, initial
 * ones, and those that this software has claimed, which have an epoch.
 */
public record TutorialRecords(Currency adopted) {

  /** The tutorial writes no reason. */
  private static final CancelReason BY_THE_TUTORIAL =
      new CancelReason.Requested("by the tutorial's protocol");

  /** Fields that a run of a tutorial's record would write over, or would be misled by. */
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
          Field.MOVED,
          Field.LEAVES_OUT);

  /** Why no run can read a tutorial's record, if so. */
  public Optional<String> fault(BsonDocument record) {
    return Fields.read(record, this::read).swap().toJavaOptional();
  }

  /** The record of a document without a version. */
  TransactionRecord read(Fields fields) {
    State state = StateNames.read(fields);
    boolean isOurs = fields.has(Field.EPOCH);
    if (!isOurs) {
      requireNotUnderWay(state, fields);
    }
    TransactionId id = id(fields, !isOurs && state.isFinal());
    NewTransaction body = BodyDocuments.readTutorial(id, fields, adopted);
    Instant lastModified = fields.ifAny(Field.LAST_MODIFIED, fields::instant).orElse(Instant.EPOCH);
    boolean isCanceled = state == State.CANCELING || state == State.CANCELED;
    return new TransactionRecord(
        RecordId.of(id),
        List.of(id),
        Optional.of(body),
        false,
        state,
        isOurs ? RecordCodec.epoch(fields) : Epoch.NONE,
        isOurs ? RecordCodec.owner(fields) : Optional.empty(),
        Map.of(),
        Verdict.ALL_APPLIED,
        false,
        RecordCodec.reason(fields)
            .or(() -> isCanceled ? Optional.of(BY_THE_TUTORIAL) : Optional.empty()),
        List.of(),
        fields.ifAny(Field.CREATED_AT, fields::instant).orElse(lastModified),
        lastModified,
        isOurs ? RecordCodec.times(fields, Field.FINISHED_AT) : timeline(state, lastModified));
  }

  private static void requireNotUnderWay(State state, Fields fields) {
    if (!state.isFinal() && state != State.INITIAL) {
      throw fields.fault(
          Field.STATE,
          ("is %s, without an epoch: begun by the tutorial's own protocol; stop what"
                  + " runs that, then twophase adopt")
              .formatted(StateNames.of(state).getValue()));
    }
    for (String name : Fields.taken(fields.document(), OURS).stream().toList()) {
      if (state == State.INITIAL) {
        throw fields.fault(
            name, "is a field of Twophase's records: rename it, then this one can be run");
      }
    }
  }

  /**
   * The tutorial's ids are of any type. A record that the tutorial has finished can be read all the
   * same, by the id's text; one that is not finished cannot, for it would be written to under that
   * text.
   */
  private static TransactionId id(Fields fields, boolean isFinishedByTheTutorial) {
    return isFinishedByTheTutorial && fields.has(Field.ID)
        ? TransactionId.parse(Fields.idText(fields.document()))
            .getOrElseThrow(invalid -> fields.fault(Field.ID, invalid.message()))
        : fields.parsed(Field.ID, TransactionId::parse);
  }

  private static Timeline timeline(State state, Instant lastModified) {
    return state.isFinal()
        ? Timeline.NONE.moved(State.INITIAL, state, lastModified)
        : Timeline.NONE;
  }
}
