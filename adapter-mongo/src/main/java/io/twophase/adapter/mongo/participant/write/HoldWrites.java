package io.twophase.adapter.mongo.participant.write;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.adapter.mongo.value.ChangeFilters;
import io.twophase.adapter.mongo.value.GuardFilters;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.SizeLimit;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * {@code ParticipantRules.hold} as one guarded write: an insert of a placeholder, or an update that
 * matches where the rules allow the hold.
 */
public final class HoldWrites implements DocumentOperation.Cases<WriteModel<BsonDocument>> {

  private final DocumentHold hold;
  private final BsonValue id;
  private final HoldTerms terms;

  private HoldWrites(DocumentLeg leg, HoldTerms terms) {
    this.hold = DocumentHold.of(leg);
    this.id = Values.encode(leg.document().id());
    this.terms = terms;
  }

  /** The write that places a leg's hold. */
  public static WriteModel<BsonDocument> of(DocumentLeg leg, HoldTerms terms) {
    return leg.operation().fold(new HoldWrites(leg, terms));
  }

  @Override
  public WriteModel<BsonDocument> insert(InsertDocument operation) {
    return placeholder(PlaceholderFields.ofInsert(terms.traits().unique(), operation.fields()));
  }

  @Override
  public WriteModel<BsonDocument> absent(CheckAbsent operation) {
    return placeholder(PlaceholderFields.ofAbsence(terms.traits().unique(), id));
  }

  private WriteModel<BsonDocument> placeholder(BsonDocument kept) {
    BsonDocument placeholder =
        new BsonDocument(Names.ID, id)
            .append(Names.PLACEHOLDER, BsonBoolean.TRUE)
            .append(Names.PENDING, new BsonArray(List.of(HoldElements.encodeOfPlaceholder(hold))));
    placeholder.putAll(kept);
    return new InsertOneModel<>(placeholder);
  }

  @Override
  public WriteModel<BsonDocument> change(ChangeDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    operation.changes().all().stream()
        .map(change -> HoldFilters.hasNoBounds(change.path().top()))
        .distinct()
        .forEach(conditions::add);
    ChangeFilters.of(operation.changes()).forEach(conditions::add);
    terms
        .traits()
        .noArrays(operation.changes())
        .flatMap(ChangeFilters::leadsToNoArray)
        .forEach(conditions::add);
    BsonDocument element = HoldElements.encode(hold);
    int room = Growth.of(operation.changes());
    if (terms.asksSize()) {
      conditions.add(HoldFilters.isNotLargerThan(SizeLimit.MOST_BYTES - room));
    }
    if (room > 0) {
      // the settle puts the changes where this was, so that it cannot exceed a document's limit
      element.append(HoldField.RESERVED, new BsonBinary(new byte[room]));
    }
    return pushed(conditions, element, new BsonDocument());
  }

  @Override
  public WriteModel<BsonDocument> remove(RemoveDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    return pushed(conditions, HoldElements.encode(hold), new BsonDocument());
  }

  @Override
  public WriteModel<BsonDocument> check(CheckDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(ReadableFilters.areHolds());
    conditions.add(HoldFilters.hasNoneOf(hold));
    conditions.add(HoldFilters.hasNoExclusive());
    if (!hold.fields().isEmpty()) {
      conditions.add(HoldFilters.hasNone(HoldMode.ESCROW, hold.fields()));
    }
    withRoom(conditions);
    return pushed(conditions, HoldElements.encode(hold), new BsonDocument());
  }

  @Override
  public WriteModel<BsonDocument> add(AddToField operation) {
    String bounds = Field.path(Names.ESCROW, operation.field());
    String bound =
        Field.path(
            bounds,
            operation.amount() > 0 ? ParticipantField.RECEIVABLE : ParticipantField.AVAILABLE);
    BsonInt64 amount = new BsonInt64(Math.abs(operation.amount()));
    List<BsonDocument> conditions = new ArrayList<>();
    conditions.add(ReadableFilters.areHolds());
    conditions.add(HoldFilters.hasNoneOf(hold));
    conditions.add(HoldFilters.hasNoExclusive());
    conditions.add(HoldFilters.hasNone(HoldMode.SHARED, Set.of(operation.field())));
    conditions.add(GuardFilters.isWholeNumber(new FieldPath(List.of(operation.field()))));
    conditions.add(
        new BsonDocument(
            Field.path(bounds, ParticipantField.FLOOR), new BsonInt64(operation.floor())));
    conditions.add(
        new BsonDocument(
            Field.path(bounds, ParticipantField.CEILING), new BsonInt64(operation.ceiling())));
    conditions.add(new BsonDocument(bound, new BsonDocument("$gte", amount)));
    ParticipantField.BOUNDS.forEach(
        one -> conditions.add(ReadableFilters.isInt64(Field.path(bounds, one))));
    withRoom(conditions);
    return pushed(
        conditions,
        HoldElements.encode(hold),
        new BsonDocument(
            "$inc", new BsonDocument(bound, new BsonInt64(-Math.abs(operation.amount())))));
  }

  private void withRoom(List<BsonDocument> conditions) {
    if (!terms.limit().equals(HoldLimit.NONE)) {
      conditions.add(HoldFilters.hasFewerThan(terms.limit().holds()));
    }
  }

  private static List<BsonDocument> guards(List<Guard> guards) {
    List<BsonDocument> conditions = new ArrayList<>();
    guards.forEach(guard -> conditions.add(GuardFilters.of(guard)));
    return conditions;
  }

  private WriteModel<BsonDocument> pushed(
      List<BsonDocument> conditions, BsonDocument element, BsonDocument update) {
    conditions.addAll(ReadableFilters.all());
    return new UpdateOneModel<>(
        HoldFilters.of(id, conditions),
        update.append("$push", new BsonDocument(Names.PENDING, element)));
  }
}
