package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.hasNoElement;
import static io.twophase.adapter.mongo.document.Docs.isNoArray;
import static io.twophase.adapter.mongo.document.Docs.isOfType;
import static io.twophase.adapter.mongo.document.Docs.ofType;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.document.GuardFilters.ChangeFilters;
import io.twophase.adapter.mongo.document.GuardFilters.OperationSize;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Holds of operations as guarded writes: an insert of a placeholder, or an update that matches if
 * the rules allow the hold.
 *
 * @param room the condition that the document has room for another hold, if there is a limit
 * @param areAccounts whether the collection is that of the accounts
 * @param traits what the collection is like
 * @param asksSize whether the server is to compare the document's size before a change
 */
record DocumentPlaces(
    Hold hold,
    Optional<BsonDocument> room,
    boolean areAccounts,
    CollectionTraits traits,
    boolean asksSize) {

  WriteModel<BsonDocument> of(DocumentOperation operation) {
    return operation.fold(
        this::insert,
        this::change,
        this::remove,
        this::check,
        this::checkAbsent,
        add -> {
          throw noRange(add);
        });
  }

  private WriteModel<BsonDocument> insert(InsertDocument operation) {
    // the fields that are in a unique index, which says of them at the hold what it would later
    BsonDocument kept = new BsonDocument();
    for (UniqueIndex index : traits.unique()) {
      for (FieldPath path : index.paths()) {
        operation
            .fields()
            .get(path.top())
            .ifPresent(value -> kept.append(path.top(), Values.encode(value)));
      }
    }
    return placeholder(operation, kept);
  }

  /** Values that no other document has: an index allows only one document without a value. */
  private WriteModel<BsonDocument> checkAbsent(CheckAbsent operation) {
    BsonDocument kept = new BsonDocument();
    String mark = mark();
    for (UniqueIndex index : traits.unique()) {
      if (!index.sparse()) {
        index.paths().forEach(path -> mark(kept, path.names(), mark, id(operation)));
      }
    }
    return placeholder(operation, kept);
  }

  /** A name that no path goes through: one index may be of a field inside of another's. */
  private String mark() {
    StringBuilder mark = new StringBuilder(Names.PLACEHOLDER);
    while (traits.unique().stream()
        .flatMap(index -> index.paths().stream())
        .anyMatch(path -> path.names().contains(mark.toString()))) {
      mark.append('_');
    }
    return mark.toString();
  }

  private static void mark(BsonDocument in, List<String> names, String mark, BsonValue id) {
    BsonDocument at = in;
    for (String name : names) {
      at = at.computeIfAbsent(name, absent -> new BsonDocument()).asDocument();
    }
    at.append(mark, id);
  }

  private static BsonValue id(DocumentOperation operation) {
    return Values.encode(operation.document().id());
  }

  private WriteModel<BsonDocument> placeholder(DocumentOperation operation, BsonDocument kept) {
    BsonDocument element = HoldCodec.encode(hold).append(Field.KEEPS_ID, BsonBoolean.TRUE);
    return new InsertOneModel<>(
        doc(Names.ID, id(operation), Names.PLACEHOLDER, true, Names.PENDING, List.of(element))
            .with(kept));
  }

  private WriteModel<BsonDocument> change(ChangeDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    operation.changes().all().stream()
        .map(change -> HoldFilters.hasNoBounds(change.path().top()))
        .distinct()
        .forEach(conditions::add);
    ChangeFilters.of(operation.changes()).forEach(conditions::add);
    traits
        .noArrays(operation.changes())
        .flatMap(ChangeFilters::leadsToNoArray)
        .forEach(conditions::add);
    BsonDocument element = HoldCodec.encode(hold);
    int room = OperationSize.growth(operation.changes());
    if (asksSize) {
      conditions.add(HoldFilters.isNotLargerThan(SizeLimit.MOST_BYTES - room));
    }
    if (room > 0) {
      // the settle puts the changes where this was, so that it cannot exceed a document's limit
      element.append(Field.RESERVED, new BsonBinary(new byte[room]));
    }
    conditions.addAll(ReadableFilters.all());
    return pushed(operation, conditions, element);
  }

  private WriteModel<BsonDocument> remove(RemoveDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    conditions.addAll(ReadableFilters.all());
    return pushed(operation, conditions, HoldCodec.encode(hold));
  }

  private WriteModel<BsonDocument> check(CheckDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.addAll(areAccounts ? ReadableFilters.isAnAccount() : ReadableFilters.all());
    if (!areAccounts) {
      conditions.add(ReadableFilters.areHolds());
    }
    conditions.add(
        HoldFilters.hasNone(
            HoldFilters.of(hold).append(Field.MODE, HoldCodec.mode(HoldMode.SHARED))));
    conditions.add(HoldFilters.hasNoExclusive());
    if (!hold.fields().isEmpty() && !areAccounts) {
      conditions.add(HoldFilters.hasNone(HoldMode.ESCROW, hold.fields()));
    }
    room.ifPresent(conditions::add);
    return pushed(operation, conditions, HoldCodec.encode(hold));
  }

  /** For a range, which is no hold of an operation: its claim says so. */
  static IllegalArgumentException noRange(AddToField operation) {
    return new IllegalArgumentException("a claim of a range: " + operation);
  }

  private static List<BsonDocument> guards(List<Guard> guards) {
    List<BsonDocument> conditions = new ArrayList<>();
    guards.forEach(guard -> conditions.add(GuardFilters.of(guard)));
    return conditions;
  }

  private static WriteModel<BsonDocument> pushed(
      DocumentOperation operation, List<BsonDocument> conditions, BsonDocument element) {
    return new UpdateOneModel<>(
        HoldFilters.of(new Target.OfDocument(operation.document()), conditions),
        doc("$push", doc(Names.PENDING, element)));
  }

  /**
   * Filters that match the documents that {@link DocumentCodec} can read, and the accounts that
   * {@link AccountCodec} can but for sums and holds: no other is ever held. They go without the
   * finer rules for the characters of ids, which no writer of the protocol breaks.
   */
  static final class ReadableFilters {

    /** Empty, with a space at an end, or with a control character. */
    private static final BsonRegularExpression NO_ID =
        new BsonRegularExpression("^$|^\\s|\\s$|[\\x00-\\x1f\\x7f]");

    private static final List<BsonDocument> ALL =
        List.of(
            doc(Names.PLACEHOLDER, absent()),
            absentOr(Names.LAST_TRANSACTION, isTransaction(Names.LAST_TRANSACTION)),
            absentOr(Names.QUORUM_READS, isNumber(Names.QUORUM_READS)),
            absentOr(
                Names.ESCROW, allOf(isOfType(Names.ESCROW, "object"), everyBoundIsAWholeNumber())));

    private static final BsonDocument ARE_HOLDS =
        absentOr(
            Names.PENDING,
            allOf(
                doc(Names.PENDING, ofType("array")),
                hasNoElement(Names.PENDING, doc("$not", ofType("object"))),
                hasNoElement(Names.PENDING, doc("$nor", List.of(isHold())))));

    private ReadableFilters() {}

    /**
     * All that the protocol keeps in the document, beside holds, is absent or as it must be; and
     * the document is no placeholder, for these are only ever made and removed.
     */
    static List<BsonDocument> all() {
      return ALL;
    }

    /** Its holds are absent, or all of them are holds. */
    static BsonDocument areHolds() {
      return ARE_HOLDS;
    }

    /** The document is an account, but for its sums and its holds. */
    static List<BsonDocument> isAnAccount() {
      List<BsonDocument> conditions = new ArrayList<>();
      conditions.add(doc(Field.VERSION, doc("$eq", Field.CURRENT_VERSION)));
      Stream.of(
              AccountFields.BALANCE,
              AccountFields.AVAILABLE,
              AccountFields.RECEIVABLE,
              AccountFields.OVERDRAFT,
              AccountFields.CEILING,
              AccountFields.OPENING)
          .forEach(number -> conditions.add(doc(number, ofType("long"))));
      Stream<BsonString> statuses = Arrays.stream(AccountStatus.values()).map(AccountCodec::status);
      conditions.add(doc(Field.STATUS, oneOf(statuses.toList())));
      conditions.add(doc(Field.CURRENCY, ofType("string")));
      conditions.add(doc(Field.PENDING, ofType("array")));
      return conditions;
    }

    /** A number of any type is there. */
    static BsonDocument isNumber(String path) {
      List<String> numbers = List.of("int", "long", "double", "decimal");
      return allOf(
          anyOf(numbers.stream().map(number -> doc(path, ofType(number))).toList()),
          isNoArray(path));
    }

    /** A whole number of 64 bits is there. */
    static BsonDocument isInt64(String path) {
      return isOfType(path, "long");
    }

    private static BsonDocument isHold() {
      return allOf(
          isId(Field.HOLD_ID),
          isHome(Field.HOME),
          isOfType(Field.EPOCH, "long"),
          doc(Field.EPOCH, doc("$gte", 1L)),
          isOfType(Field.MODE, "string"),
          absentOr(Field.FIELDS, areTexts(Field.FIELDS)),
          anyOf(isOfOperation(), isRange()));
    }

    private static BsonDocument isOfOperation() {
      return allOf(
          isOfMode(HoldMode.EXCLUSIVE, HoldMode.SHARED),
          isOfType(Field.OPERATION, "string"),
          absentOr(Field.MEMBER, isId(Field.MEMBER)));
    }

    private static BsonDocument isOfMode(HoldMode... modes) {
      return doc(Field.MODE, oneOf(Arrays.stream(modes).map(HoldCodec::mode).toList()));
    }

    private static BsonDocument isRange() {
      return allOf(
          isOfMode(HoldMode.ESCROW),
          isFrom(Field.DEBIT, 1),
          isFrom(Field.CREDIT, 1),
          anyOf(doc(Field.DEBIT, exists()), doc(Field.CREDIT, exists())),
          isFrom(Field.HAD, 0),
          isFrom(Field.COULD, 0),
          doc(Docs.path(Field.FIELDS, "0"), exists()),
          doc(Docs.path(Field.FIELDS, "1"), absent()));
    }

    private static BsonDocument isFrom(String field, long least) {
      return absentOr(field, allOf(isInt64(field), doc(field, doc("$gte", Docs.int64(least)))));
    }

    private static BsonDocument areTexts(String field) {
      return allOf(doc(field, ofType("array")), hasNoElement(field, doc("$not", ofType("string"))));
    }

    /**
     * The bounds of each field, whatever its name, are whole numbers: each is equal to what it is
     * as an int64.
     */
    private static BsonDocument everyBoundIsAWholeNumber() {
      List<BsonDocument> whole = new ArrayList<>();
      for (String bound : Field.BOUNDS) {
        BsonDocument value = doc("$ifNull", List.of("$$of.v." + bound, false));
        BsonDocument int64 = doc("$convert", doc("input", value, "to", "long", "onError", "none"));
        whole.add(doc("$eq", List.of(value, int64)));
      }
      BsonDocument bounds = doc("$objectToArray", "$" + Names.ESCROW);
      BsonDocument each = doc("$map", doc("input", bounds, "as", "of", "in", allOf(whole)));
      // compared with true, for mongo-java-server looks at the first operator as if it were a
      // query's
      return doc("$expr", doc("$eq", List.of(doc("$allElementsTrue", List.of(each)), true)));
    }

    /** Returns the filter of what names, at {@code path}, the transaction that changed it last. */
    private static BsonDocument isTransaction(String path) {
      return allOf(
          isOfType(path, "object"),
          isId(Docs.path(path, Field.HOLD_ID)),
          isHome(Docs.path(path, Field.HOME)));
    }

    private static BsonDocument isHome(String path) {
      return allOf(isOfType(path, "string"), doc(path, doc("$ne", "")));
    }

    private static BsonDocument isId(String path) {
      return allOf(isOfType(path, "string"), doc(path, doc("$not", NO_ID)));
    }

    private static BsonDocument absentOr(String path, BsonDocument condition) {
      return anyOf(doc(path, absent()), condition);
    }
  }
}
