package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The domain's {@link Transition}s as guarded updates, each of one record: the count of an update
 * of many would name none of them, and such an update is no retryable write.
 */
final class TransitionUpdates {

  private static final String EXCLUDED_MEMBER = Docs.path(Field.EXCLUDED, Field.MEMBER);

  private static final BsonDocument EXISTS = exists();
  private static final BsonDocument IS_ABSENT = absent();
  private static final BsonString NO_VALUE = new BsonString("");

  /** Changes nothing in whatever document: so only its filter says something. */
  static final BsonDocument NOTHING = doc("$unset", doc("twophaseNothing", ""));

  private TransitionUpdates() {}

  /** The transition, guarded on what it must find; the server stamps it with its time. */
  static UpdateOneModel<BsonDocument> of(Transition transition) {
    return new UpdateOneModel<>(guard(transition), change(transition));
  }

  /** Matches a record that {@link Transition#left} is true of, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(Transition transition) {
    return new UpdateOneModel<>(trace(transition), NOTHING);
  }

  private static BsonDocument guard(Transition transition) {
    BsonDocument filter =
        at(
            transition,
            new BsonDocument(Field.ID, new BsonString(transition.record().value()))
                .append(Field.STATE, of(transition.from())));
    return switch (transition.kind()) {
      case ACQUIRE, FINISH, FORGET -> filter;
      case AUTHORIZE -> filter.append(Field.AUTHORIZATION, EXISTS);
      case APPROVE -> filter.append(Field.APPROVED_BY, doc("$ne", approver(transition)));
      case EXCLUDE ->
          filter
              .append(Field.MEMBERS, new BsonString(excluded(transition)))
              .append(EXCLUDED_MEMBER, doc("$ne", excluded(transition)));
      case DECIDE -> decidable(transition, filter);
    };
  }

  /** A run decides by the exclusions that it has seen; a capture asks for approvals. */
  private static BsonDocument decidable(Transition transition, BsonDocument filter) {
    if (transition.isByRun() && transition.record().isOfMany()) {
      filter.append(Field.EXCLUDED, VerdictDocuments.reasons(transition.excluded()));
    }
    if (transition.approvals() > 0) {
      // nobody is there twice, so as many are there as the last place says
      filter.append(
          Docs.path(Field.APPROVED_BY, Integer.toString(transition.approvals() - 1)), EXISTS);
    }
    return filter;
  }

  private static BsonDocument change(Transition transition) {
    BsonDocument set = new BsonDocument(Field.STATE, of(transition.to()));
    BsonDocument unset = new BsonDocument();
    BsonDocument change = new BsonDocument("$set", set);
    Transition.Kind kind = transition.kind();
    switch (kind) {
      case ACQUIRE -> set.append(Field.EPOCH, of(transition.epoch().orElseThrow().next()));
      case DECIDE -> set.putAll(decision(transition));
      case APPROVE -> change.append("$push", doc(Field.APPROVED_BY, approver(transition)));
      case EXCLUDE -> {
        BsonValue reason = VerdictDocuments.reasons(transition.excluded()).get(0);
        change.append("$push", doc(Field.EXCLUDED, reason));
      }
      case FORGET -> unset.append(Field.LEAVES_OUT, NO_VALUE);
      case AUTHORIZE, FINISH -> {}
    }
    for (Owner owner : transition.owner().stream().toList()) {
      set.putAll(RecordCodec.owner(owner));
      // a record that was never claimed has no process to remove
      if (owner.process().isEmpty() && transition.from() != State.INITIAL) {
        unset.append(Field.OWNER, NO_VALUE);
      }
    }
    if (!unset.isEmpty()) {
      change.append("$unset", unset);
    }
    // a forget counts as no change
    return kind == Transition.Kind.FORGET
        ? change
        : change.append("$currentDate", stamps(transition));
  }

  private static BsonDocument decision(Transition transition) {
    Verdict verdict = transition.verdict();
    BsonDocument set = RecordCodec.verdict(transition.record().isOfMany(), verdict);
    if (!verdict.left().isEmpty()) {
      set.append(Field.LEAVES_OUT, BsonBoolean.TRUE);
    }
    transition.reason().ifPresent(why -> set.append(Field.REASON, ReasonDocuments.write(why)));
    return set;
  }

  private static String excluded(Transition transition) {
    return transition.excluded().keySet().iterator().next().value();
  }

  private static BsonDocument trace(Transition transition) {
    Doc filter = doc(Field.ID, transition.record().value());
    return switch (transition.kind()) {
      case ACQUIRE ->
          owned(
              transition,
              filter
                  .with(Field.EPOCH, transition.epoch().map(epoch -> epoch.next().value()))
                  .with(Field.STATE, of(State.PENDING)));
      case AUTHORIZE -> at(transition, in(filter, State.AUTHORIZED, State.APPLIED, State.DONE));
      case APPROVE -> filter.with(Field.APPROVED_BY, approver(transition));
      case EXCLUDE -> filter.with(EXCLUDED_MEMBER, excluded(transition));
      case DECIDE -> decided(transition, filter);
      case FINISH -> in(filter, transition.to());
      case FORGET -> in(filter, transition.to()).with(Field.LEAVES_OUT, IS_ABSENT);
    };
  }

  private static BsonDocument decided(Transition transition, Doc filter) {
    State ended = transition.to() == State.APPLIED ? State.DONE : State.CANCELED;
    at(transition, in(filter, transition.to(), ended));
    owned(transition, filter);
    BsonDocument written = decision(transition);
    List<String> fields =
        transition.record().isOfMany()
            ? List.of(Field.REFUSED, Field.LEFT, Field.UNSEEN, Field.MOVED, Field.REASON)
            : List.of(Field.MOVED, Field.REASON);
    fields.forEach(field -> filter.with(field, written.get(field, IS_ABSENT)));
    return filter;
  }

  private static Doc owned(Transition transition, Doc filter) {
    return filter.with(Field.TOKEN, transition.owner().map(owner -> owner.token().value()));
  }

  /** An initial record is of epoch 0, and the tutorial's says nothing of epochs. */
  private static BsonDocument at(Transition transition, BsonDocument filter) {
    if (transition.from() != State.INITIAL) {
      transition.epoch().ifPresent(epoch -> filter.append(Field.EPOCH, of(epoch)));
    }
    return filter;
  }

  private static BsonInt64 of(Epoch epoch) {
    return new BsonInt64(epoch.value());
  }

  /** The name of a state. */
  static BsonString of(State state) {
    return Objects.requireNonNull(StateNames.WRITTEN.get(state));
  }

  private static Doc in(Doc filter, State... states) {
    return filter.with(
        Field.STATE, oneOf(Stream.of(states).distinct().map(TransitionUpdates::of).toList()));
  }

  private static String approver(Transition transition) {
    return transition.approver().orElseThrow().value();
  }

  /** The fields that the server dates as a transition takes effect. */
  private static BsonDocument stamps(Transition transition) {
    BsonDocument stamps = new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    State from = transition.from();
    State to = transition.to();
    if (from != to || transition.kind() == Transition.Kind.ACQUIRE) {
      stamps.append(step(from, to, transition.record().isOfMany()), BsonBoolean.TRUE);
    }
    if (from == State.INITIAL && to.isFinal()) {
      stamps.append(Field.DECIDED_AT, BsonBoolean.TRUE);
    }
    return stamps;
  }

  private static String step(State from, State to, boolean isOfSeveral) {
    return switch (to) {
      case INITIAL -> Field.CREATED_AT;
      case PENDING -> from == State.INITIAL ? Field.CLAIMED_AT : Field.TAKEN_OVER_AT;
      case AUTHORIZED -> Field.AUTHORIZED_AT;
      case APPLIED, CANCELING -> Field.DECIDED_AT;
      case DONE, CANCELED -> RecordCodec.end(isOfSeveral);
    };
  }

  /**
   * The verdict on its members in a record of several: {@code excluded} and {@code refused} as
   * {@code [{ member, reason }]}, {@code left} and {@code unseen} as ids, {@code moved} as {@code
   * [{ member, amounts }]}. The last two are there only if they are not empty.
   */
  static final class VerdictDocuments {

    private VerdictDocuments() {}

    /** The fields of a verdict in a record, or in what an update sets. */
    static Doc write(Verdict verdict) {
      Doc document =
          doc(Field.REFUSED, reasons(verdict.refused()), Field.LEFT, ids(verdict.left()));
      if (!verdict.unseen().isEmpty()) {
        document.with(Field.UNSEEN, ids(verdict.unseen()));
      }
      if (!verdict.moved().isEmpty()) {
        List<BsonDocument> moved = new ArrayList<>();
        verdict
            .moved()
            .forEach(
                (member, amounts) ->
                    moved.add(doc(Field.MEMBER, member.value(), Field.AMOUNTS, amounts)));
        document.with(Field.MOVED, moved);
      }
      return document;
    }

    /** The members that never happen, each with its reason. */
    static BsonArray reasons(Map<TransactionId, CancelReason> reasons) {
      BsonArray array = new BsonArray();
      reasons.forEach(
          (member, why) ->
              array.add(
                  doc(Field.MEMBER, member.value(), Field.REASON, ReasonDocuments.write(why))));
      return array;
    }

    /** Ids, in their order. */
    static BsonArray ids(Iterable<TransactionId> members) {
      BsonArray array = new BsonArray();
      members.forEach(member -> array.add(new BsonString(member.value())));
      return array;
    }

    /** The verdict of a record of several. */
    static Verdict read(Fields record) {
      Map<TransactionId, List<Long>> moved = new LinkedHashMap<>();
      if (record.has(Field.MOVED)) {
        for (Fields element : record.elements(Field.MOVED)) {
          moved.put(
              element.parsed(Field.MEMBER, TransactionId::parse),
              readAmounts(element, Field.AMOUNTS));
        }
      }
      return new Verdict(
          readReasons(record, Field.REFUSED),
          new LinkedHashSet<>(readIds(record, Field.LEFT)),
          new LinkedHashSet<>(
              record.ifAny(Field.UNSEEN, name -> readIds(record, name)).orElse(List.of())),
          moved);
    }

    static Map<TransactionId, CancelReason> readReasons(Fields record, String name) {
      Map<TransactionId, CancelReason> reasons = new LinkedHashMap<>();
      for (Fields element : record.elements(name)) {
        reasons.put(
            element.parsed(Field.MEMBER, TransactionId::parse),
            ReasonDocuments.read(element.document(Field.REASON)));
      }
      return reasons;
    }

    static List<TransactionId> readIds(Fields record, String name) {
      return record.each(name, (fields, id) -> fields.parsed(id, TransactionId::parse));
    }

    static List<Long> readAmounts(Fields record, String name) {
      return record.each(name, (fields, amount) -> fields.int64(amount, 1, "not above zero"));
    }
  }
}
