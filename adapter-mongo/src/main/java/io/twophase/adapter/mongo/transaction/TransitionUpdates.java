package io.twophase.adapter.mongo.transaction;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.AuthorizationDocuments;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.document.TimelineDocuments;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The domain's {@link Transition}s as guarded updates, each of one record: the count of an update
 * of many would name none of them, and such an update is no retryable write.
 */
final class TransitionUpdates {

  private static final BsonInt32 CURRENT = new BsonInt32(Field.CURRENT_VERSION);
  private static final BsonDocument NOTHING =
      new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0)));

  private static final BsonDocument NO_BATCH =
      new BsonDocument("$ne", new BsonString(Field.KIND_BATCH));

  private TransitionUpdates() {}

  /** The transition, guarded on what it must find; the server stamps it with its time. */
  static UpdateOneModel<BsonDocument> of(Transition transition) {
    BsonDocument filter = record(transition).append(Field.STATE, StateNames.of(transition.from()));
    transition
        .fromEpoch()
        .forEach(epoch -> filter.append(Field.EPOCH, new BsonInt64(epoch.value())));
    BsonDocument set = new BsonDocument(Field.STATE, StateNames.of(transition.to()));
    BsonDocument unset = new BsonDocument();
    BsonDocument change =
        new BsonDocument("$set", transition.fold(new Fields(set, unset)))
            .append("$currentDate", now(transition));
    if (!unset.isEmpty()) {
      change.append("$unset", unset);
    }
    ofAuthorization(transition, filter, change);
    return new UpdateOneModel<>(filter, change);
  }

  private static BsonDocument now(Transition transition) {
    BsonDocument now = new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    boolean isStep = transition.from() != transition.to() || transition.from() == State.PENDING;
    if (isStep) {
      now.append(TimelineDocuments.field(transition.from(), transition.to()), BsonBoolean.TRUE);
    }
    if (transition.from() == State.INITIAL && transition.to().isFinal()) {
      now.append(Field.DECIDED_AT, BsonBoolean.TRUE);
    }
    return now;
  }

  /** What is asked of an authorization, and what an approval adds. */
  private static void ofAuthorization(
      Transition transition, BsonDocument filter, BsonDocument change) {
    if (transition instanceof AuthorizationTransition.Authorize) {
      filter.append(Field.AUTHORIZATION, new BsonDocument("$exists", BsonBoolean.TRUE));
    }
    if (transition instanceof AuthorizationTransition.Approve approve) {
      filter.append(Field.APPROVED_BY, new BsonDocument("$ne", approver(approve)));
      change.append("$push", new BsonDocument(Field.APPROVED_BY, approver(approve)));
    }
    if (transition instanceof AuthorizationTransition.Capture capture && capture.approvals() > 0) {
      // none is ever there twice, so as many are there as the last place says
      filter.append(
          Field.path(Field.APPROVED_BY, Integer.toString(capture.approvals() - 1)),
          new BsonDocument("$exists", BsonBoolean.TRUE));
    }
  }

  private static BsonString approver(AuthorizationTransition.Approve approve) {
    return new BsonString(approve.approver().value());
  }

  /** Matches a record that {@link Transition#left} is true of, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(Transition transition) {
    BsonDocument filter = record(transition).append(Field.VERSION, CURRENT);
    transition.fold(new Traces(filter));
    return new UpdateOneModel<>(filter, NOTHING);
  }

  /** One of the tutorial may have an id that else only a batch has. */
  private static BsonDocument record(Transition transition) {
    String id = transition.transaction().value();
    BsonDocument record = new BsonDocument(Field.ID, new BsonString(id));
    return BatchId.isReserved(id) ? record.append(Field.KIND, NO_BATCH) : record;
  }

  /** Sets or removes the owner. A record that was never claimed has no owner to remove. */
  private static void owner(
      Transition transition, Option<OwnerId> owner, BsonDocument set, BsonDocument unset) {
    owner.forEach(named -> set.append(Field.OWNER, new BsonString(named.value())));
    if (owner.isEmpty() && transition.from() != State.INITIAL) {
      unset.append(Field.OWNER, new BsonString(""));
    }
  }

  private static void canceled(BsonDocument set, CancelReason reason, Token token) {
    set.append(Field.REASON, ReasonDocuments.write(reason));
    token(set, token);
  }

  private static void token(BsonDocument set, Token token) {
    set.append(Field.TOKEN, new BsonString(token.value()));
  }

  /** What a transition sets besides the state; what it unsets goes to {@code unset}. */
  private record Fields(BsonDocument set, BsonDocument unset)
      implements Transition.Cases<BsonDocument> {

    @Override
    public BsonDocument claim(Transition.Claim transition) {
      return acquired(transition);
    }

    @Override
    public BsonDocument takeOver(Transition.TakeOver transition) {
      return acquired(transition);
    }

    @Override
    public BsonDocument decide(Transition.Decide transition) {
      return captured(transition.captured());
    }

    private BsonDocument captured(Captured captured) {
      if (!captured.isInFull()) {
        set.append(Field.CAPTURED, AuthorizationDocuments.amounts(captured));
      }
      return set;
    }

    @Override
    public BsonDocument finish(Transition.Finish transition) {
      return set;
    }

    @Override
    public BsonDocument beginCancel(Transition.BeginCancel transition) {
      return canceledBy(transition);
    }

    @Override
    public BsonDocument cancelUnclaimed(Transition.CancelUnclaimed transition) {
      return canceledBy(transition);
    }

    @Override
    public BsonDocument finishCancel(Transition.FinishCancel transition) {
      return set;
    }

    @Override
    public BsonDocument authorize(AuthorizationTransition.Authorize transition) {
      return set;
    }

    @Override
    public BsonDocument approve(AuthorizationTransition.Approve transition) {
      return set;
    }

    @Override
    public BsonDocument capture(AuthorizationTransition.Capture transition) {
      owner(transition, transition.owner(), set, unset);
      token(set, transition.token());
      return captured(transition.captured());
    }

    @Override
    public BsonDocument voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      return canceledBy(transition);
    }

    private BsonDocument acquired(Transition.Acquisition acquisition) {
      set.append(Field.EPOCH, new BsonInt64(acquisition.epoch().value()))
          .append(Field.APPLICATION, new BsonString(acquisition.application().value()));
      owner(acquisition, acquisition.owner(), set, unset);
      token(set, acquisition.token());
      return set;
    }

    private BsonDocument canceledBy(Transition.Cancellation cancellation) {
      owner(cancellation, cancellation.owner(), set, unset);
      canceled(set, cancellation.reason(), cancellation.token());
      return set;
    }
  }

  /**
   * The filter that matches a record in which a transition took effect: by its state or the final
   * state after it, and by what the transition wrote.
   */
  private record Traces(BsonDocument filter) implements Transition.Cases<BsonDocument> {

    @Override
    public BsonDocument claim(Transition.Claim transition) {
      return acquired(transition);
    }

    @Override
    public BsonDocument takeOver(Transition.TakeOver transition) {
      return acquired(transition);
    }

    @Override
    public BsonDocument decide(Transition.Decide transition) {
      return in(transition.to(), State.DONE)
          .append(Field.EPOCH, new BsonInt64(transition.epoch().value()));
    }

    @Override
    public BsonDocument finish(Transition.Finish transition) {
      return in(transition.to());
    }

    @Override
    public BsonDocument beginCancel(Transition.BeginCancel transition) {
      in(transition.to(), State.CANCELED);
      canceled(filter, transition.reason(), transition.token());
      return filter;
    }

    @Override
    public BsonDocument cancelUnclaimed(Transition.CancelUnclaimed transition) {
      in(transition.to());
      canceled(filter, transition.reason(), transition.token());
      return filter;
    }

    @Override
    public BsonDocument finishCancel(Transition.FinishCancel transition) {
      return in(transition.to());
    }

    @Override
    public BsonDocument authorize(AuthorizationTransition.Authorize transition) {
      return in(transition.to(), State.APPLIED, State.DONE)
          .append(Field.EPOCH, new BsonInt64(transition.epoch().value()));
    }

    @Override
    public BsonDocument approve(AuthorizationTransition.Approve transition) {
      return filter.append(Field.APPROVED_BY, approver(transition));
    }

    @Override
    public BsonDocument capture(AuthorizationTransition.Capture transition) {
      in(transition.to(), State.DONE);
      token(filter, transition.token());
      return filter;
    }

    @Override
    public BsonDocument voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      in(transition.to(), State.CANCELED);
      canceled(filter, transition.reason(), transition.token());
      return filter;
    }

    private BsonDocument acquired(Transition.Acquisition acquisition) {
      in(acquisition.to()).append(Field.EPOCH, new BsonInt64(acquisition.epoch().value()));
      token(filter, acquisition.token());
      return filter;
    }

    private BsonDocument in(State... states) {
      List<BsonString> names = new ArrayList<>();
      for (State state : states) {
        names.addAll(StateNames.all(state));
      }
      return filter.append(Field.STATE, new BsonDocument("$in", new BsonArray(names)));
    }
  }
}
