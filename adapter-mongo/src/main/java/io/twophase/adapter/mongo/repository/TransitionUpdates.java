package io.twophase.adapter.mongo.repository;

import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HistoryDocuments;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.Token;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The domain's {@link Transition}s as guarded updates. Those that ask the same of many records and
 * leave the same there (decisions at one epoch, finishes) are one update of them all, guarded for
 * each record: a server reads it once, and not once for each.
 */
final class TransitionUpdates {

  private static final BsonDocument NOW = new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE);
  private static final BsonDocument NOW_FINISHED =
      NOW.clone().append(Field.FINISHED_AT, BsonBoolean.TRUE);
  private static final BsonInt32 LAST_STEPS = new BsonInt32(-Transaction.HISTORY_LIMIT);

  private TransitionUpdates() {}

  /** Transitions of different records that go in one update. */
  static List<List<Transition>> grouped(List<Transition> transitions) {
    Map<Object, List<Transition>> groups = new LinkedHashMap<>();
    for (Transition transition : transitions) {
      groups.computeIfAbsent(likeness(transition), like -> new ArrayList<>()).add(transition);
    }
    return List.copyOf(groups.values());
  }

  /** What is equal for transitions that differ in nothing but the record. */
  private static Object likeness(Transition transition) {
    boolean ofItsOwn =
        transition instanceof Transition.Acquisition
            || transition instanceof Transition.Cancellation;
    return ofItsOwn ? transition : List.of(transition.getClass(), transition.fromEpoch());
  }

  static WriteModel<BsonDocument> of(List<Transition> alike, Instant at) {
    Transition transition = alike.get(0);
    BsonDocument filter =
        new BsonDocument(Field.ID, ids(alike))
            .append(Field.STATE, StateNames.of(transition.from()));
    transition
        .fromEpoch()
        .forEach(epoch -> filter.append(Field.EPOCH, new BsonInt64(epoch.value())));
    BsonDocument set = new BsonDocument(Field.STATE, StateNames.of(transition.to()));
    Option<Epoch> epoch = transition.fromEpoch();
    Option<ApplicationName> application = Option.none();
    BsonDocument unset = new BsonDocument();
    if (transition instanceof Transition.Acquisition acquisition) {
      epoch = Option.some(acquisition.epoch());
      application = Option.some(acquisition.application());
      set.append(Field.EPOCH, new BsonInt64(acquisition.epoch().value()))
          .append(Field.APPLICATION, new BsonString(acquisition.application().value()));
      acquisition.owner().forEach(owner -> set.append(Field.OWNER, new BsonString(owner.value())));
      if (acquisition.owner().isEmpty() && acquisition instanceof Transition.TakeOver) {
        unset.append(Field.OWNER, new BsonString(""));
      }
      token(set, acquisition.token());
    } else if (transition instanceof Transition.BeginCancel cancel) {
      canceled(set, cancel.reason(), cancel.token());
    } else if (transition instanceof Transition.CancelUnclaimed cancel) {
      canceled(set, cancel.reason(), cancel.token());
    }
    BsonDocument step = HistoryDocuments.step(transition.to(), epoch, application, at);
    BsonDocument change =
        new BsonDocument("$set", set)
            .append("$push", new BsonDocument(Field.HISTORY, appended(step)))
            .append("$currentDate", transition.to().isFinal() ? NOW_FINISHED : NOW);
    if (!unset.isEmpty()) {
      change.append("$unset", unset);
    }
    return alike.size() == 1
        ? new UpdateOneModel<>(filter, change)
        : new UpdateManyModel<>(filter, change);
  }

  private static BsonValue ids(List<Transition> alike) {
    if (alike.size() == 1) {
      return new BsonString(alike.get(0).transaction().value());
    }
    BsonArray ids = new BsonArray();
    alike.forEach(transition -> ids.add(new BsonString(transition.transaction().value())));
    return new BsonDocument("$in", ids);
  }

  private static void canceled(BsonDocument set, CancelReason reason, Token token) {
    set.append(Field.REASON, ReasonDocuments.write(reason));
    token(set, token);
  }

  private static void token(BsonDocument set, Token token) {
    set.append(Field.TOKEN, new BsonString(token.value()));
  }

  private static BsonDocument appended(BsonDocument step) {
    return new BsonDocument("$each", new BsonArray(List.of(step))).append("$slice", LAST_STEPS);
  }
}
