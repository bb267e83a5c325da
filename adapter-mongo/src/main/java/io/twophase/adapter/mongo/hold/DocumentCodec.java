package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.TransactionId;
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
import io.twophase.domain.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;

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
}
