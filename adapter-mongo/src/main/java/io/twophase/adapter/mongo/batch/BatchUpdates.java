package io.twophase.adapter.mongo.batch;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.document.batch.BatchCodec;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The domain's {@link BatchTransition}s as guarded updates, each of one record. */
final class BatchUpdates {

  private static final String EXCLUDED_MEMBER = Field.path(Field.EXCLUDED, Field.MEMBER);
  private static final BsonDocument NOTHING =
      new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0)));

  private BatchUpdates() {}

  /** The transition, guarded on what it must find; the server stamps it with its time. */
  static UpdateOneModel<BsonDocument> of(BatchTransition transition) {
    return transition.fold(new Moves());
  }

  /** Matches a record that {@link BatchTransition#left} is true of, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(BatchTransition transition) {
    return new UpdateOneModel<>(transition.fold(new Traces()), NOTHING);
  }

  /** Has a record that has ended say no more that whom it left out may name it. */
  static UpdateOneModel<BsonDocument> forgetLeftOut(BatchId id) {
    // it does not ask for the field, so that no server plans it over the index of that
    return new UpdateOneModel<>(
        in(batch(id), State.DONE, State.CANCELED),
        new BsonDocument("$unset", new BsonDocument(Field.LEAVES_OUT, new BsonString(""))));
  }

  /** A record of a batch: a transaction of the tutorial may have such an id too. */
  static BsonDocument batch(BatchId id) {
    return new BsonDocument(Field.ID, new BsonString(id.value()))
        .append(Field.KIND, new BsonString(Field.KIND_BATCH));
  }

  /** The same, in one of these states. */
  static BsonDocument in(BsonDocument batch, State... states) {
    return batch.append(
        Field.STATE,
        states.length == 1
            ? StateNames.of(states[0])
            : new BsonDocument(
                "$in", new BsonArray(Stream.of(states).map(StateNames::of).toList())));
  }

  private static BsonDocument pendingAt(BatchId id, Epoch epoch) {
    return in(batch(id), State.PENDING).append(Field.EPOCH, new BsonInt64(epoch.value()));
  }

  private static BsonString string(TransactionId member) {
    return new BsonString(member.value());
  }

  private static final class Moves implements BatchTransition.Cases<UpdateOneModel<BsonDocument>> {

    @Override
    public UpdateOneModel<BsonDocument> takeOver(BatchTransition.TakeOver transition) {
      BsonDocument set = new BsonDocument(Field.EPOCH, new BsonInt64(transition.epoch().value()));
      return owned(pendingAt(transition.batch(), transition.expected()), set, transition.owner());
    }

    @Override
    public UpdateOneModel<BsonDocument> decide(BatchTransition.Decide transition) {
      BsonDocument set =
          state(State.APPLIED)
              .append(Field.REFUSED, BatchCodec.refused(transition.verdict()))
              .append(Field.LEFT, BatchCodec.left(transition.verdict()));
      BatchCodec.unseen(transition.verdict(), set);
      if (!transition.verdict().left().isEmpty()) {
        set.append(Field.LEAVES_OUT, BsonBoolean.TRUE);
      }
      return new UpdateOneModel<>(
          pendingAt(transition.batch(), transition.epoch())
              .append(Field.EXCLUDED, BatchCodec.excluded(transition.excluded())),
          decided(stamped(new BsonDocument("$set", set))));
    }

    @Override
    public UpdateOneModel<BsonDocument> exclude(BatchTransition.Exclude transition) {
      BsonString member = string(transition.member());
      return new UpdateOneModel<>(
          in(batch(transition.batch()), State.PENDING)
              .append(Field.MEMBERS, member)
              .append(EXCLUDED_MEMBER, new BsonDocument("$ne", member)),
          stamped(
              new BsonDocument(
                  "$push",
                  new BsonDocument(
                      Field.EXCLUDED,
                      BatchCodec.excluded(transition.member(), transition.reason())))));
    }

    @Override
    public UpdateOneModel<BsonDocument> finish(BatchTransition.Finish transition) {
      return ended(in(batch(transition.batch()), State.APPLIED), State.DONE);
    }

    @Override
    public UpdateOneModel<BsonDocument> beginCancel(BatchTransition.BeginCancel transition) {
      BsonDocument set = canceled(state(State.CANCELING), transition.reason());
      BatchCodec.unseen(Verdict.ofCanceled(transition.unseen()), set);
      UpdateOneModel<BsonDocument> canceling =
          owned(pendingAt(transition.batch(), transition.epoch()), set, transition.owner());
      return new UpdateOneModel<>(
          canceling.getFilter(), decided((BsonDocument) canceling.getUpdate()));
    }

    @Override
    public UpdateOneModel<BsonDocument> finishCancel(BatchTransition.FinishCancel transition) {
      return ended(in(batch(transition.batch()), State.CANCELING), State.CANCELED);
    }

    private static UpdateOneModel<BsonDocument> ended(BsonDocument filter, State state) {
      BsonDocument change = stamped(new BsonDocument("$set", state(state)));
      change.getDocument("$currentDate").append(Field.ENDED_AT, BsonBoolean.TRUE);
      return new UpdateOneModel<>(filter, change);
    }

    private static UpdateOneModel<BsonDocument> owned(
        BsonDocument filter, BsonDocument set, BatchRecord.Owner owner) {
      BatchCodec.owner(owner, set);
      BsonDocument change = stamped(new BsonDocument("$set", set));
      if (owner.process().isEmpty()) {
        change.append("$unset", new BsonDocument(Field.OWNER, new BsonString("")));
      }
      return new UpdateOneModel<>(filter, change);
    }

    private static BsonDocument state(State state) {
      return new BsonDocument(Field.STATE, StateNames.of(state));
    }

    /** By this time decisions are ordered as events. */
    private static BsonDocument decided(BsonDocument change) {
      change.getDocument("$currentDate").append(Field.DECIDED_AT, BsonBoolean.TRUE);
      return change;
    }

    private static BsonDocument stamped(BsonDocument change) {
      return change.append("$currentDate", new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE));
    }
  }

  private static BsonDocument canceled(BsonDocument document, CancelReason reason) {
    return document.append(Field.REASON, ReasonDocuments.write(reason));
  }

  private static final class Traces implements BatchTransition.Cases<BsonDocument> {

    @Override
    public BsonDocument takeOver(BatchTransition.TakeOver transition) {
      return token(pendingAt(transition.batch(), transition.epoch()), transition.owner());
    }

    @Override
    public BsonDocument decide(BatchTransition.Decide transition) {
      return in(batch(transition.batch()), State.APPLIED, State.DONE)
          .append(Field.EPOCH, new BsonInt64(transition.epoch().value()));
    }

    @Override
    public BsonDocument exclude(BatchTransition.Exclude transition) {
      return batch(transition.batch()).append(EXCLUDED_MEMBER, string(transition.member()));
    }

    @Override
    public BsonDocument finish(BatchTransition.Finish transition) {
      return in(batch(transition.batch()), State.DONE);
    }

    @Override
    public BsonDocument beginCancel(BatchTransition.BeginCancel transition) {
      return canceled(
          token(in(batch(transition.batch()), State.CANCELING, State.CANCELED), transition.owner()),
          transition.reason());
    }

    @Override
    public BsonDocument finishCancel(BatchTransition.FinishCancel transition) {
      return in(batch(transition.batch()), State.CANCELED);
    }

    private static BsonDocument token(BsonDocument filter, BatchRecord.Owner owner) {
      return filter.append(Field.TOKEN, new BsonString(owner.token().value()));
    }
  }
}
