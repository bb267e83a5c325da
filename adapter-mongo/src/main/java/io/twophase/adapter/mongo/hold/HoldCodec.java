package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.bson;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.hold.DocumentPlaces.ReadableFilters;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Holds on the wire. A range of an account's money is {@code { id, epoch, debit?, credit?, had?,
 * could? }}; one of a number field has {@code home}, {@code mode: "escrow"} and {@code fields: [f]}
 * too. Any other hold is {@code { id, home, epoch, mode, operation, fields?, member?, keepsId?,
 * reserved? }}. Other fields of a hold mean nothing to its readers.
 */
public final class HoldCodec {

  private HoldCodec() {}

  /** The element that a hold is. */
  public static BsonDocument encode(Hold hold) {
    BsonDocument element = new BsonDocument(Field.HOLD_ID, new BsonString(hold.record().value()));
    if (hold.isOfMoney()) {
      return ranged(element.append(Field.EPOCH, int64(hold.epoch())), hold.range());
    }
    element
        .append(Field.HOME, new BsonString(hold.home().name()))
        .append(Field.EPOCH, int64(hold.epoch()))
        .append(Field.MODE, mode(hold.mode()));
    if (hold.mode() != HoldMode.ESCROW) {
      element.append(Field.OPERATION, new BsonString(hold.digest()));
    }
    if (!hold.fields().isEmpty()) {
      // in an order that does not depend on who writes them
      element.append(Field.FIELDS, bson(hold.fields().stream().sorted().toList()));
    }
    ranged(element, hold.range());
    hold.member().ifPresent(member -> element.append(Field.MEMBER, new BsonString(member.value())));
    return element;
  }

  private static BsonInt64 int64(Epoch epoch) {
    return new BsonInt64(epoch.value());
  }

  private static BsonDocument ranged(BsonDocument element, Range range) {
    moved(element, range);
    range.had().ifPresent(had -> element.append(Field.HAD, new BsonInt64(had)));
    range.could().ifPresent(could -> element.append(Field.COULD, new BsonInt64(could)));
    return element;
  }

  private static BsonDocument moved(BsonDocument element, Range range) {
    appendIfAny(element, Field.DEBIT, range.debit());
    appendIfAny(element, Field.CREDIT, range.credit());
    return element;
  }

  private static void appendIfAny(BsonDocument element, String name, long amount) {
    if (amount != 0) {
      element.append(name, new BsonInt64(amount));
    }
  }

  /** A mode on the wire. */
  public static BsonString mode(HoldMode mode) {
    return new BsonString(mode.name().toLowerCase(Locale.ROOT));
  }

  /** Returns whether an element is the hold of a placeholder. */
  static boolean isOfPlaceholder(BsonValue element) {
    return element.isDocument()
        && BsonBoolean.TRUE.equals(element.asDocument().get(Field.KEEPS_ID));
  }

  /**
   * All holds of a target, in the order in which they were placed.
   *
   * @param home of the ranges of money, if the target is an account
   * @throws MalformedDocumentException if one cannot be read, or two are in one place
   */
  static List<Hold> decode(Fields target, Optional<Home> home) {
    List<Hold> holds = new ArrayList<>();
    for (Fields element : target.elements(Field.PENDING)) {
      Hold hold = hold(element, home);
      if (home.isPresent() && holds.stream().anyMatch(hold::isInPlaceOf)) {
        throw target.fault(Field.PENDING, "has two holds of " + hold.record());
      }
      holds.add(hold);
    }
    return holds;
  }

  /** The holds of a document, however odd the rest of it is; without those that are none. */
  public static List<Hold> readable(BsonDocument document, Home home) {
    List<Hold> holds = new ArrayList<>();
    if (document.get(Field.PENDING) instanceof BsonArray elements) {
      elements.stream()
          .filter(BsonValue::isDocument)
          .map(element -> Fields.read(element.asDocument(), of -> hold(of, Optional.of(home))))
          .forEach(read -> read.forEach(holds::add));
    }
    return holds;
  }

  private static Hold hold(Fields element, Optional<Home> home) {
    return home.isPresent() && !element.has(Field.MODE)
        ? range(element, home.orElseThrow(), Set.of())
        : any(element);
  }

  private static Hold any(Fields element) {
    Home home = home(element);
    HoldMode mode =
        element.named(Field.MODE, HoldMode.values(), one -> mode(one).getValue(), "no mode");
    Set<String> fields = readFields(element);
    if (mode == HoldMode.ESCROW) {
      if (fields.size() != 1) {
        throw element.fault(Field.FIELDS, "are " + fields.size() + ", where one has the range");
      }
      return range(element, home, fields);
    }
    return new Hold(
        home,
        record(element),
        readEpoch(element),
        mode,
        Range.NONE,
        fields,
        element.text(Field.OPERATION),
        element.ifAny(Field.MEMBER, name -> element.parsed(name, TransactionId::parse)));
  }

  private static Hold range(Fields element, Home home, Set<String> fields) {
    Range range =
        new Range(
            amount(element, Field.DEBIT),
            amount(element, Field.CREDIT),
            bound(element, Field.HAD),
            bound(element, Field.COULD));
    if (range.isNothing()) {
      throw element.fault("has neither debit nor credit");
    }
    return Hold.ofRange(home, record(element), readEpoch(element), range, fields);
  }

  private static long amount(Fields element, String name) {
    return element.has(name) ? element.int64(name, 1, "not above zero") : 0;
  }

  private static Optional<Long> bound(Fields element, String name) {
    return element.ifAny(name, there -> element.int64(there, 0, "below zero"));
  }

  private static Home home(Fields element) {
    String name = element.text(Field.HOME);
    if (name.isEmpty()) {
      throw element.fault(Field.HOME, "is empty");
    }
    return new Home(name);
  }

  private static RecordId record(Fields element) {
    String id = element.text(Field.HOLD_ID);
    try {
      return new RecordId(id);
    } catch (IllegalArgumentException invalid) {
      throw element.fault(Field.HOLD_ID, "names no record: " + invalid.getMessage());
    }
  }

  private static Epoch readEpoch(Fields element) {
    return new Epoch(element.int64(Field.EPOCH, 1, "below 1"));
  }

  private static Set<String> readFields(Fields element) {
    return element
        .<Set<String>>ifAny(Field.FIELDS, name -> new HashSet<>(element.each(name, Fields::text)))
        .orElse(Set.of());
  }

  /** The holds that a target must have, or must not, as filters. */
  static final class HoldFilters {

    static final BsonDocument ABSENT = absent();

    /**
     * By one comparison, for each predicate of a placement costs a server as much as a hold does.
     */
    static final BsonDocument ANY_NUMBER = doc("$gte", new BsonInt64(Long.MIN_VALUE));

    private HoldFilters() {}

    /** All of the conditions are true of that target. */
    static BsonDocument of(Target target, List<BsonDocument> conditions) {
      return conditions.isEmpty() ? of(target) : of(target).append("$and", bson(conditions));
    }

    /** It is that target, and has those fields. */
    static BsonDocument of(Target target, BsonDocument fields) {
      BsonDocument filter = of(target);
      filter.putAll(fields);
      return filter;
    }

    /** It is that target. */
    static BsonDocument of(Target target) {
      return new BsonDocument(Names.ID, id(target));
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
      epoch.ifPresent(at -> element.append(Field.EPOCH, int64(at)));
      return element;
    }

    /** An element that is exactly that hold, at its epoch. */
    static BsonDocument exactly(Hold hold) {
      return at(Optional.of(hold.epoch()), element(hold));
    }

    /** The end of a hold, at that epoch or at any. */
    static BsonDocument pulled(Hold hold, Optional<Epoch> at) {
      return new BsonDocument("$pull", new BsonDocument(Names.PENDING, at(at, named(hold))));
    }

    /**
     * The document has a hold, at that epoch or at any, that its record's claim of a range admits.
     */
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

    /**
     * The document has a range of that record, at that epoch or at any, whose figures cannot be
     * read.
     */
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
      return anyOf(doc(held, asked), doc(held, doc("$lt", asked), there, exists()));
    }

    /** An element that is a range of the record, whatever its figures. */
    static BsonDocument range(Home home, RecordId record, Target target) {
      BsonDocument element = id(record);
      return target instanceof Target.OfAccount
          ? element.append(Field.MODE, ABSENT)
          : element
              .append(Field.HOME, new BsonString(home.name()))
              .append(Field.MODE, HoldCodec.mode(HoldMode.ESCROW));
    }

    /** The document has no range of the hold's record. */
    static BsonDocument hasNoRange(Hold hold, Target target) {
      return hasNone(range(hold.home(), hold.record(), target));
    }

    /** An update that changes nothing: no hold has an empty id. */
    static BsonDocument nothing() {
      return doc("$pull", doc(Names.PENDING, doc(Field.HOLD_ID, "")));
    }

    /** An element by which a hold is told from any other that its target may have: for its pull. */
    private static BsonDocument named(Hold hold) {
      return hold.isOfMoney()
          ? moved(id(hold.record()), hold.range())
          : of(hold).append(Field.MODE, HoldCodec.mode(hold.mode()));
    }

    private static BsonDocument id(RecordId record) {
      return new BsonDocument(Field.HOLD_ID, new BsonString(record.value()));
    }

    /** An element that is of the hold's record. */
    static Doc of(Hold hold) {
      return doc(Field.HOLD_ID, hold.record().value(), Field.HOME, hold.home().name());
    }

    /** The document has such an element, whose place the update may name. */
    static BsonDocument has(BsonDocument element) {
      return new BsonDocument(Names.PENDING, new BsonDocument("$elemMatch", conditions(element)));
    }

    /** The document has no such element. */
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

    /** The document has no holds at all. */
    static BsonDocument hasNone() {
      return anyOf(doc(Names.PENDING, ABSENT), doc(Names.PENDING, doc("$size", 0)));
    }

    /** The document has no hold of that mode on one of the fields. */
    static BsonDocument hasNone(HoldMode mode, Collection<String> fields) {
      return hasNone(
          doc(Field.MODE, HoldCodec.mode(mode))
              .append(Field.FIELDS, oneOf(fields.stream().map(BsonString::new).toList())));
    }

    /** The document has no exclusive hold. */
    static BsonDocument hasNoExclusive() {
      return hasNone(doc(Field.MODE, HoldCodec.mode(HoldMode.EXCLUSIVE)));
    }

    /**
     * The document is a placeholder that a hold of the record has made. A document that others have
     * marked as one is none.
     */
    static BsonDocument isPlaceholderOf(Hold hold) {
      return doc(Names.PLACEHOLDER, true).with(has(of(hold).with(Field.KEEPS_ID, true)));
    }

    /** The document weighs at most that many bytes. */
    static BsonDocument isNotLargerThan(long bytes) {
      return doc("$expr", doc("$lte", List.of(doc("$bsonSize", "$$ROOT"), bytes)));
    }

    /** The document has no bounds for that field. */
    static BsonDocument hasNoBounds(String field) {
      return doc(Docs.path(Names.ESCROW, field), ABSENT);
    }

    /** The document has those bounds of the field, as numbers. */
    static BsonDocument hasBounds(String field, Stream<String> bounds) {
      return allOf(
          bounds.map(bound -> ReadableFilters.isNumber(Field.bound(field, bound))).toList());
    }

    /** The condition is not true of it. */
    static BsonDocument not(BsonDocument condition) {
      return doc("$nor", List.of(condition));
    }
  }
}
