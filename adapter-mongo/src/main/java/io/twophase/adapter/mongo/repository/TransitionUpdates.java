package io.twophase.adapter.mongo.repository;

import com.mongodb.client.model.UpdateOneModel;
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
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The domain's {@link Transition}s as guarded updates. */
final class TransitionUpdates {

  private static final BsonDocument NOW = new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE);
  private static final BsonInt32 LAST_STEPS = new BsonInt32(-Transaction.HISTORY_LIMIT);

  private TransitionUpdates() {}

  static UpdateOneModel<BsonDocument> of(Transition transition, Instant at) {
    BsonDocument filter =
        new BsonDocument(Field.ID, new BsonString(transition.transaction().value()))
            .append(Field.STATE, StateNames.of(transition.from()));
    transition
        .fromEpoch()
        .forEach(epoch -> filter.append(Field.EPOCH, new BsonInt64(epoch.value())));
    BsonDocument set = new BsonDocument(Field.STATE, StateNames.of(transition.to()));
    Option<Epoch> epoch = transition.fromEpoch();
    Option<ApplicationName> application = Option.none();
    if (transition instanceof Transition.Acquisition acquisition) {
      epoch = Option.some(acquisition.epoch());
      application = Option.some(acquisition.application());
      set.append(Field.EPOCH, new BsonInt64(acquisition.epoch().value()))
          .append(Field.APPLICATION, new BsonString(acquisition.application().value()));
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
            .append("$currentDate", NOW);
    return new UpdateOneModel<>(filter, change);
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
