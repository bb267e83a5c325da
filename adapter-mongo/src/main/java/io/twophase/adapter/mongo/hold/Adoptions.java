package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.adapter.mongo.hold.DocumentPlaces.ReadableFilters;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Document.Escrow;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Writes that make a target ready for a hold that its rules allow: an account of the tutorial gets
 * this software's form, and a number field its bounds. Each matches only what was read. Nobody
 * needs to know whether it took effect: a caller who has read that it is needed sends the hold
 * again.
 */
public final class Adoptions {

  private Adoptions() {}

  /** The write that makes a target ready for a claim, if it is not. */
  public static Optional<WriteModel<BsonDocument>> of(Seen seen, Claim claim) {
    return seen.stored().orElse(null) instanceof Document document
            && claim instanceof Claim.OfRange range
            && range.scale() instanceof Scale.OfField field
        ? ofField(document, field)
        : of(seen);
  }

  /**
   * Makes a tutorial's account one of this software's, if all of it is as it was read. It is
   * replaced, not updated: mongo-java-server leaves a number's type where only that changes.
   */
  public static Optional<WriteModel<BsonDocument>> of(Seen seen) {
    return (seen.kind() == Seen.Kind.TUTORIAL
            ? Optional.of(seen.raw())
            : Optional.<BsonDocument>empty())
        .map(read -> replacement(read, seen.account().orElseThrow()));
  }

  private static WriteModel<BsonDocument> replacement(BsonDocument read, Account account) {
    BsonDocument filter = new BsonDocument();
    read.forEach((name, value) -> filter.append(name, doc("$eq", value)));
    filter
        .append(Field.ID, read.get(Field.ID))
        .append(
            Field.PENDING, read.containsKey(Field.PENDING) ? doc("$size", 0) : HoldFilters.ABSENT)
        .append(Field.AVAILABLE, HoldFilters.ABSENT)
        .append(Field.VERSION, HoldFilters.ABSENT);
    BsonDocument adopted = read.clone();
    adopted.putAll(AccountCodec.encode(account));
    return new ReplaceOneModel<>(filter, adopted);
  }

  /**
   * Gives a number field its bounds: by a compare-and-set on the value that was read, if the field
   * has no bounds yet and no hold says what it must stay.
   */
  private static Optional<WriteModel<BsonDocument>> ofField(
      Document document, Scale.OfField field) {
    return document
        .fields()
        .get(field.name())
        .filter(value -> !document.escrow().containsKey(field.name()))
        .flatMap(
            value -> value.wholeNumber().map(number -> ofField(document, field, value, number)));
  }

  private static WriteModel<BsonDocument> ofField(
      Document document, Scale.OfField field, Value value, long number) {
    Escrow bounds =
        new Escrow(
            number - field.floor(), field.ceiling() - number, field.floor(), field.ceiling());
    List<BsonDocument> conditions = new ArrayList<>(ReadableFilters.all());
    conditions.add(GuardFilters.of(Guard.equalTo(new FieldPath(List.of(field.name())), value)));
    conditions.add(doc(field.name(), doc("$type", value.type())));
    conditions.add(HoldFilters.hasNoBounds(field.name()));
    conditions.add(HoldFilters.hasNoExclusive());
    conditions.add(HoldFilters.hasNone(HoldMode.SHARED, Set.of(field.name())));
    return new UpdateOneModel<>(
        HoldFilters.of(document.target(), conditions),
        doc("$set", doc(Docs.path(Names.ESCROW, field.name()), DocumentCodec.encode(bounds))));
  }
}
