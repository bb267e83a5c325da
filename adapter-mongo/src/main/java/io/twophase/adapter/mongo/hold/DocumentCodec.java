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

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Document.Escrow;
import io.twophase.domain.hold.Document.LastTransaction;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;

/** The documents of hosts, with what the protocol keeps in them. */
public final class DocumentCodec {

  private DocumentCodec() {}

  /** Reads a document: never with an exception, whatever the document. */
  public static Seen decode(CollectionName collection, BsonDocument document) {
    return Fields.read(document, fields -> Seen.current(document, read(collection, fields)))
        .getOrElseGet(fault -> Seen.unreadable(document, fault));
  }

  /**
   * Returns which document it is.
   *
   * @throws RuntimeException if its id is one that no operation can name
   */
  public static DocumentRef ref(CollectionName collection, BsonDocument document) {
    return new DocumentRef(
        collection, Values.decode(Objects.requireNonNull(document.get(Names.ID), Names.ID)));
  }

  private static Document read(CollectionName collection, Fields document) {
    BsonDocument raw = document.document();
    List<Hold> holds =
        document.has(Names.PENDING) ? HoldCodec.decode(document, Optional.empty()) : List.of();
    if (document.has(Names.QUORUM_READS) && !document.value(Names.QUORUM_READS).isNumber()) {
      throw document.fault(Names.QUORUM_READS, "is no number");
    }
    boolean placeholder = isPlaceholder(document, holds);
    return new Document(
        ref(collection, raw),
        // what a placeholder keeps for unique indexes is no document's yet
        placeholder
            ? io.twophase.domain.value.Fields.none()
            : Values.fields(raw, name -> !name.equals(Names.ID) && !Names.isReserved(name)),
        placeholder,
        document
            .ifAny(Names.LAST_TRANSACTION, document::document)
            .map(DocumentCodec::lastTransaction),
        holds,
        document.has(Names.ESCROW) ? escrow(document.document(Names.ESCROW)) : Map.of());
  }

  /** Only true, and only with the one hold that has made it. */
  private static boolean isPlaceholder(Fields document, List<Hold> holds) {
    if (!document.has(Names.PLACEHOLDER)) {
      return false;
    }
    boolean isOne =
        document.bool(Names.PLACEHOLDER)
            && holds.size() == 1
            && HoldCodec.isOfPlaceholder(document.array(Names.PENDING).get(0));
    if (!isOne) {
      throw document.fault(Names.PLACEHOLDER, "is there, without one hold of an insert");
    }
    return true;
  }

  private static Map<String, Escrow> escrow(Fields escrow) {
    Map<String, Escrow> bounds = new LinkedHashMap<>();
    for (String field : escrow.document().keySet()) {
      Fields of = escrow.document(field);
      bounds.put(
          field,
          new Escrow(
              int64(of, Field.AVAILABLE),
              int64(of, Field.RECEIVABLE),
              int64(of, Field.FLOOR),
              int64(of, Field.CEILING)));
    }
    return bounds;
  }

  /** A whole number: outsiders may have stored it with another type. */
  private static long int64(Fields bounds, String name) {
    Value value = Values.decode(bounds.value(name)).canonical();
    if (value instanceof Value.Decimal number) {
      return number.value().longValueExact();
    }
    throw bounds.fault(name, "is " + value.words());
  }

  /** The bounds of a field as they are stored. */
  public static BsonDocument encode(Escrow bounds) {
    return doc(Field.AVAILABLE, bounds.available(), Field.RECEIVABLE, bounds.receivable())
        .with(doc(Field.FLOOR, bounds.floor(), Field.CEILING, bounds.ceiling()));
  }

  /**
   * Returns which of the bounds of a field, to which ranges add, is no int64, as they need it; none
   * if all are.
   */
  public static Optional<String> strangeBound(BsonDocument document, String field) {
    BsonDocument none = new BsonDocument();
    BsonDocument bounds = document.getDocument(Names.ESCROW, none).getDocument(field, none);
    return Field.BOUNDS.stream()
        .filter(bound -> bounds.containsKey(bound) && !bounds.isInt64(bound))
        .map(bound -> Field.bound(field, bound) + " is no int64")
        .findFirst();
  }

  /** The transaction that the end of a hold leaves in the document that it has changed. */
  public static BsonDocument lastTransaction(Hold hold) {
    return doc(Field.HOLD_ID, hold.transaction().value(), Field.HOME, hold.home().name());
  }

  private static LastTransaction lastTransaction(Fields last) {
    return new LastTransaction(
        new Home(last.text(Field.HOME)), new TransactionId(last.text(Field.HOLD_ID)));
  }

  /**
   * A target's document, as it was read.
   *
   * @param raw as it is stored
   * @param kind which of the others say something
   * @param stored the target that it is
   * @param fault what of it cannot be read
   */
  public record Seen(BsonDocument raw, Kind kind, Optional<Stored> stored, Optional<String> fault) {

    /** The kinds of document. */
    public enum Kind {
      /** A document that this software has written, or that it only holds. */
      CURRENT,
      /**
       * An account that the tutorial has made, which gets this software's form with its next hold.
       */
      TUTORIAL,
      /**
       * An account whose sums are wrong: a server that lets a reader see an update half made shows
       * that, and shows the whole the next time. A reader that needs no sums can read it.
       */
      TORN,
      /** Something else. */
      UNREADABLE
    }

    static Seen current(BsonDocument raw, Stored stored) {
      return new Seen(raw, Kind.CURRENT, Optional.of(stored), Optional.empty());
    }

    static Seen tutorial(BsonDocument raw, Stored account) {
      return new Seen(raw, Kind.TUTORIAL, Optional.of(account), Optional.empty());
    }

    static Seen torn(BsonDocument raw, Stored account, String fault) {
      return new Seen(raw, Kind.TORN, Optional.of(account), Optional.of(fault));
    }

    static Seen unreadable(BsonDocument raw, String fault) {
      return new Seen(raw, Kind.UNREADABLE, Optional.empty(), Optional.of(fault));
    }

    /** The account that it is, whether or not its sums add up. */
    public Optional<Account> account() {
      return stored.filter(Account.class::isInstance).map(Account.class::cast);
    }

    /** The answer of the port for it. */
    public Sight sight() {
      return fault
          .map(what -> Sight.unreadable(Fields.idText(raw), what))
          .orElseGet(() -> Sight.found(stored.orElseThrow()));
    }
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
          doc(Field.path(Field.FIELDS, "0"), exists()),
          doc(Field.path(Field.FIELDS, "1"), absent()));
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
          isId(Field.path(path, Field.HOLD_ID)),
          isHome(Field.path(path, Field.HOME)));
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
