package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.array;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The verdict on its members in a record of several: {@code excluded} and {@code refused} as {@code
 * [{ member, reason }]}, {@code left} and {@code unseen} as ids, {@code moved} as {@code [{ member,
 * amounts }]}. The last two are there only if they are not empty.
 */
final class VerdictDocuments {

  private VerdictDocuments() {}

  /** Writes a verdict into a record, or into what an update sets. */
  static void write(Verdict verdict, BsonDocument document) {
    document
        .append(Field.REFUSED, reasons(verdict.refused()))
        .append(Field.LEFT, ids(verdict.left()));
    if (!verdict.unseen().isEmpty()) {
      document.append(Field.UNSEEN, ids(verdict.unseen()));
    }
    if (!verdict.moved().isEmpty()) {
      BsonArray moved = new BsonArray();
      verdict
          .moved()
          .forEach(
              (member, amounts) ->
                  moved.add(doc(Field.MEMBER, string(member), Field.AMOUNTS, amounts(amounts))));
      document.append(Field.MOVED, moved);
    }
  }

  /** The members that never happen, each with its reason. */
  static BsonArray reasons(Map<TransactionId, CancelReason> reasons) {
    BsonArray array = new BsonArray();
    reasons.forEach(
        (member, reason) ->
            array.add(
                doc(Field.MEMBER, string(member))
                    .append(Field.REASON, ReasonDocuments.write(reason))));
    return array;
  }

  /** The amounts that a member's operations move. */
  static BsonArray amounts(List<Long> amounts) {
    return array(amounts);
  }

  /** Ids, in their order. */
  static BsonArray ids(Iterable<TransactionId> members) {
    BsonArray array = new BsonArray();
    members.forEach(member -> array.add(string(member)));
    return array;
  }

  private static BsonString string(TransactionId id) {
    return new BsonString(id.value());
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
    List<TransactionId> ids = new ArrayList<>();
    for (BsonValue value : record.array(name)) {
      if (!value.isString()) {
        throw record.fault(name, "has " + value + ", which is no id");
      }
      ids.add(
          TransactionId.parse(value.asString().getValue())
              .getOrElseThrow(invalid -> record.fault(name, "has " + invalid.message())));
    }
    return ids;
  }

  static List<Long> readAmounts(Fields fields, String name) {
    List<Long> amounts = new ArrayList<>();
    for (BsonValue value : fields.array(name)) {
      if (!value.isInt64() || value.asInt64().getValue() <= 0) {
        throw fields.fault(name, "has " + value + ", which is no amount above zero");
      }
      amounts.add(value.asInt64().getValue());
    }
    return amounts;
  }
}
