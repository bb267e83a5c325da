package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.bson;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.Home;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The holds that a target must have, or must not, as filters. */
final class HoldFilters {

  static final BsonDocument ABSENT = absent();

  /** By one comparison, for each predicate of a placement costs a server as much as a hold does. */
  static final BsonDocument ANY_NUMBER = doc("$gte", new BsonInt64(Long.MIN_VALUE));

  private HoldFilters() {}

  /** All of the conditions are true of that target. */
  static BsonDocument of(Target target, List<BsonDocument> conditions) {
    BsonDocument filter = new BsonDocument(Names.ID, id(target));
    return conditions.isEmpty()
        ? filter
        : filter.append("$and", new BsonArray(new ArrayList<>(conditions)));
  }

  /** The id of a target's document. */
  static BsonValue id(Target target) {
    return target.fold(
        account -> new BsonString(account.value()), document -> Values.encode(document.id()));
  }

  /** An element that is that hold, at any epoch. */
  static BsonDocument element(Hold hold) {
    BsonDocument element = HoldCodec.encode(hold);
    element.remove(Field.EPOCH);
    if (hold.mode() == HoldMode.ESCROW) {
      for (String figure : List.of(Field.DEBIT, Field.CREDIT, Field.HAD, Field.COULD)) {
        element.putIfAbsent(figure, ABSENT);
      }
      // else a check of the account's would match, which has no figures either
      if (hold.range().isNothing()) {
        element.putIfAbsent(Field.MODE, ABSENT);
      }
    }
    return element;
  }

  /** Matches the element only at that epoch, if there is one. */
  static BsonDocument at(Optional<Epoch> epoch, BsonDocument element) {
    epoch.ifPresent(at -> element.append(Field.EPOCH, HoldCodec.epoch(at)));
    return element;
  }

  /** An element that is exactly that hold, at its epoch. */
  static BsonDocument exactly(Hold hold) {
    return at(Optional.of(hold.epoch()), element(hold));
  }

  /** An element that is of an operation of that digest. */
  static BsonDocument operation(Hold hold) {
    return of(hold).append(Field.OPERATION, new BsonString(hold.digest()));
  }

  /** The end of a hold, at that epoch or at any. */
  static BsonDocument pulled(Hold hold, Optional<Epoch> at) {
    return new BsonDocument("$pull", new BsonDocument(Names.PENDING, at(at, named(hold))));
  }

  /** It has a hold, at that epoch or at any, that its record's claim of a range admits. */
  static BsonDocument hasAdmitted(
      Home home, RecordId record, Claim.OfRange claim, Optional<Epoch> at) {
    List<BsonDocument> conditions = each(at(at, range(home, record, claim.target())));
    if (claim.scale() instanceof Scale.OfField field) {
      conditions.add(doc(Field.FIELDS, List.of(field.name())));
    }
    if (!record.isOfMany()) {
      conditions.add(part(Field.DEBIT, claim.range().debit(), Field.HAD));
      conditions.add(part(Field.CREDIT, claim.range().credit(), Field.COULD));
    }
    return doc(Names.PENDING, doc("$elemMatch", allOf(conditions)));
  }

  /** It has a range of that record, at that epoch or at any, whose figures cannot be read. */
  static BsonDocument hasDamaged(
      Home home, RecordId record, Claim.OfRange claim, Optional<Epoch> at) {
    List<BsonDocument> figures = List.of(noNumber(Field.DEBIT), noNumber(Field.CREDIT));
    return has(at(at, range(home, record, claim.target())).append("$or", bson(figures)));
  }

  private static BsonDocument noNumber(String figure) {
    return doc(figure, doc("$exists", true, "$not", doc("$type", "long")));
  }

  /** Less is held only if the hold says how much there was. */
  private static BsonDocument part(String held, long asked, String there) {
    if (asked == 0) {
      return doc(held, ABSENT);
    }
    BsonDocument less = doc(held, doc("$lt", new BsonInt64(asked)), there, exists());
    return anyOf(doc(held, new BsonInt64(asked)), less);
  }

  /** An element that is a range of the record, whatever its figures. */
  static BsonDocument range(Home home, RecordId record, Target target) {
    BsonDocument element = new BsonDocument(Field.HOLD_ID, new BsonString(record.value()));
    return target instanceof Target.OfAccount
        ? element.append(Field.MODE, ABSENT)
        : element
            .append(Field.HOME, new BsonString(home.name()))
            .append(Field.MODE, HoldCodec.mode(HoldMode.ESCROW));
  }

  /** An update that changes nothing: no hold has an empty id. */
  static BsonDocument nothing() {
    return doc("$pull", doc(Names.PENDING, doc(Field.HOLD_ID, "")));
  }

  /** An element by which a hold is told from any other that its target may have: for its pull. */
  private static BsonDocument named(Hold hold) {
    BsonDocument element = HoldCodec.encode(hold);
    element.remove(Field.EPOCH);
    if (HoldCodec.isOfMoney(hold)) {
      element.remove(Field.HAD);
      element.remove(Field.COULD);
      return element;
    }
    return of(hold).append(Field.MODE, HoldCodec.mode(hold.mode()));
  }

  /** An element that is of the hold's record. */
  static BsonDocument of(Hold hold) {
    return doc(Field.HOLD_ID, hold.record().value(), Field.HOME, hold.home().name());
  }

  /** It has such an element, whose place the update may name. */
  static BsonDocument has(BsonDocument element) {
    return new BsonDocument(Names.PENDING, new BsonDocument("$elemMatch", conditions(element)));
  }

  /** It has no such element. */
  static BsonDocument hasNone(BsonDocument element) {
    BsonDocument has = new BsonDocument("$elemMatch", conditions(element));
    return new BsonDocument(Names.PENDING, new BsonDocument("$not", has));
  }

  /** An $and, for mongo-java-server finds no position by an $elemMatch of plain fields. */
  private static BsonDocument conditions(BsonDocument element) {
    return new BsonDocument("$and", new BsonArray(each(element)));
  }

  private static List<BsonDocument> each(BsonDocument element) {
    List<BsonDocument> conditions = new ArrayList<>();
    element.forEach((name, value) -> conditions.add(new BsonDocument(name, value)));
    return conditions;
  }

  /** It has no holds at all. */
  static BsonDocument hasNone() {
    return anyOf(doc(Names.PENDING, ABSENT), doc(Names.PENDING, doc("$size", 0)));
  }

  /** It has no hold of that mode on one of the fields. */
  static BsonDocument hasNone(HoldMode mode, Collection<String> fields) {
    return hasNone(
        doc(Field.MODE, HoldCodec.mode(mode))
            .append(Field.FIELDS, oneOf(fields.stream().map(BsonString::new).toList())));
  }

  /** It has no exclusive hold. */
  static BsonDocument hasNoExclusive() {
    return hasNone(doc(Field.MODE, HoldCodec.mode(HoldMode.EXCLUSIVE)));
  }

  /** It has fewer holds than that. */
  static BsonDocument hasFewerThan(int holds) {
    return new BsonDocument(Names.PENDING + "." + (holds - 1), ABSENT);
  }

  /**
   * It is a placeholder that a hold of the record has made. A document that others have marked as
   * one is none.
   */
  static BsonDocument isPlaceholderOf(Hold hold) {
    BsonDocument filter = doc(Names.PLACEHOLDER, true);
    filter.putAll(has(of(hold).append(Field.KEEPS_ID, BsonBoolean.TRUE)));
    return filter;
  }

  /** It is not: a document of its own. */
  static BsonDocument isNoPlaceholderOf(Hold hold) {
    return not(isPlaceholderOf(hold));
  }

  /** It weighs at most that many bytes. */
  static BsonDocument isNotLargerThan(long bytes) {
    return doc("$expr", doc("$lte", List.of(doc("$bsonSize", "$$ROOT"), new BsonInt64(bytes))));
  }

  /** It has no bounds for that field. */
  static BsonDocument hasNoBounds(String field) {
    return doc(Field.path(Names.ESCROW, field), ABSENT);
  }

  /** It has those bounds of the field, as numbers. */
  static BsonDocument hasBounds(String field, Stream<String> bounds) {
    return allOf(bounds.map(bound -> ReadableFilters.isNumber(Field.bound(field, bound))).toList());
  }

  /** The condition is not true of it. */
  static BsonDocument not(BsonDocument condition) {
    return doc("$nor", List.of(condition));
  }
}
