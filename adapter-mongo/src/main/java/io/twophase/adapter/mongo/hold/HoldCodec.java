package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.HoldMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
 * reserved? }}. What a hold has beside these is of no meaning to who reads it.
 */
public final class HoldCodec {

  private HoldCodec() {}

  /** Returns whether it is a range of an account's money, which has no home on the wire. */
  public static boolean isOfMoney(Hold hold) {
    return hold.mode() == HoldMode.ESCROW && hold.fields().isEmpty();
  }

  /** The element that a hold is. */
  public static BsonDocument encode(Hold hold) {
    BsonDocument element = new BsonDocument(Field.HOLD_ID, new BsonString(hold.record().value()));
    if (isOfMoney(hold)) {
      element.append(Field.EPOCH, epoch(hold.epoch()));
      appendRange(element, hold.range());
      return element;
    }
    HoldMode mode = hold.mode();
    element
        .append(Field.HOME, new BsonString(hold.home().name()))
        .append(Field.EPOCH, epoch(hold.epoch()))
        .append(Field.MODE, mode(mode));
    if (mode != HoldMode.ESCROW) {
      element.append(Field.OPERATION, new BsonString(hold.digest()));
    }
    if (!hold.fields().isEmpty()) {
      // in an order that does not depend on who writes them
      element.append(
          Field.FIELDS,
          new BsonArray(hold.fields().stream().sorted().map(BsonString::new).toList()));
    }
    appendRange(element, hold.range());
    hold.member().ifPresent(member -> element.append(Field.MEMBER, new BsonString(member.value())));
    return element;
  }

  private static void appendRange(BsonDocument element, Range range) {
    appendIfAny(element, Field.DEBIT, range.debit());
    appendIfAny(element, Field.CREDIT, range.credit());
    range.had().ifPresent(had -> element.append(Field.HAD, new BsonInt64(had)));
    range.could().ifPresent(could -> element.append(Field.COULD, new BsonInt64(could)));
  }

  private static void appendIfAny(BsonDocument element, String name, long amount) {
    if (amount != 0) {
      element.append(name, new BsonInt64(amount));
    }
  }

  /** An epoch on the wire. */
  public static BsonInt64 epoch(Epoch epoch) {
    return new BsonInt64(epoch.value());
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

  /** Returns whether an element of an account's holds is a range of its money. */
  static boolean isOfMoney(Fields element) {
    return !element.has(Field.MODE);
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
      Hold hold =
          home.isPresent() && isOfMoney(element)
              ? money(element, home.orElseThrow())
              : any(element);
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
          .map(element -> Fields.of(element.asDocument()))
          .forEach(element -> readable(element, home).ifPresent(holds::add));
    }
    return holds;
  }

  private static Optional<Hold> readable(Fields element, Home home) {
    try {
      return Optional.of(isOfMoney(element) ? money(element, home) : any(element));
    } catch (MalformedDocumentException none) {
      return Optional.empty();
    }
  }

  private static Hold money(Fields element, Home home) {
    return range(element, home, Set.of());
  }

  private static Hold any(Fields element) {
    Home home = home(element);
    HoldMode mode = readMode(element);
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
        (element.has(Field.MEMBER)
            ? Optional.of(element.parsed(Field.MEMBER, TransactionId::parse))
            : Optional.empty()));
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
    return new Hold(
        home,
        record(element),
        readEpoch(element),
        HoldMode.ESCROW,
        range,
        fields,
        "",
        Optional.empty());
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

  private static HoldMode readMode(Fields element) {
    String name = element.text(Field.MODE);
    for (HoldMode mode : HoldMode.values()) {
      if (mode(mode).getValue().equals(name)) {
        return mode;
      }
    }
    throw element.fault(Field.MODE, "is '" + name + "', which is no mode");
  }

  private static Set<String> readFields(Fields element) {
    Set<String> names = new HashSet<>();
    if (element.has(Field.FIELDS)) {
      for (BsonValue name : element.array(Field.FIELDS)) {
        if (!name.isString()) {
          throw element.fault(Field.FIELDS, "has one that is no string");
        }
        names.add(name.asString().getValue());
      }
    }
    return names;
  }
}
