package io.twophase.domain.operation;

import io.twophase.domain.Given;
import io.twophase.domain.Text;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An operation on a document of a host's. */
public sealed interface DocumentOperation extends Operation {

  @Override
  default <T> T foldTarget(
      Function<? super AccountOperation, ? extends T> account,
      Function<? super DocumentOperation, ? extends T> document) {
    return document.apply(this);
  }

  /** Returns what the function for this kind of operation says. */
  default <T> T fold(
      Function<? super InsertDocument, ? extends T> insert,
      Function<? super ChangeDocument, ? extends T> change,
      Function<? super RemoveDocument, ? extends T> remove,
      Function<? super CheckDocument, ? extends T> check,
      Function<? super CheckAbsent, ? extends T> absent,
      Function<? super AddToField, ? extends T> add) {
    if (this instanceof InsertDocument operation) {
      return insert.apply(operation);
    } else if (this instanceof ChangeDocument operation) {
      return change.apply(operation);
    } else if (this instanceof RemoveDocument operation) {
      return remove.apply(operation);
    } else if (this instanceof CheckDocument operation) {
      return check.apply(operation);
    } else if (this instanceof CheckAbsent operation) {
      return absent.apply(operation);
    }
    return add.apply((AddToField) this);
  }

  /** The document it touches. */
  DocumentRef document();

  /** Returns which other holds the document may have beside this operation's. */
  default HoldMode mode() {
    return HoldMode.EXCLUSIVE;
  }

  /** The guards of the operation: all of them have to hold of the document before it is held. */
  default List<Guard> guards() {
    return List.of();
  }

  /** Its name in records and messages. */
  default String kind() {
    return fold(
        insert -> InsertDocument.KIND,
        change -> ChangeDocument.KIND,
        remove -> RemoveDocument.KIND,
        check -> CheckDocument.KIND,
        absent -> CheckAbsent.KIND,
        add -> AddToField.KIND);
  }

  @Override
  default long bytes() {
    long bytes = Text.bytes(document().collection().toString()) + document().id().bsonSize();
    for (Guard guard : guards()) {
      bytes += guard.paths().stream().mapToLong(path -> Text.bytes(path.toString())).sum();
      bytes += guard.values().stream().mapToLong(value -> Text.bytes("") + value.bsonSize()).sum();
    }
    return bytes
        + this.<Long>fold(
            insert -> insert.fields().bsonSize(),
            change ->
                change.changes().all().stream()
                    .mapToLong(each -> Text.bytes(each.path().toString()) + each.value().bsonSize())
                    .sum(),
            remove -> 0L,
            check -> 0L,
            absent -> 0L,
            add -> 3L * add.field().length());
  }

  /**
   * The bytes of the largest of its {@code _id} and its paths: what a reason for its cancel would
   * repeat. The fields of a new document are in no reason.
   */
  default long largestName() {
    Stream<FieldPath> guarded = guards().stream().flatMap(guard -> guard.paths().stream());
    Stream<String> others =
        fold(
            insert -> Stream.of(),
            change -> change.changes().all().stream().map(each -> each.path().toString()),
            remove -> Stream.of(),
            check -> Stream.of(),
            absent -> Stream.of(),
            add -> Stream.of(add.field()));
    return Stream.concat(guarded.map(FieldPath::toString), others)
        .mapToLong(name -> name.getBytes(StandardCharsets.UTF_8).length)
        .reduce(document().id().bsonSize(), Math::max);
  }

  /** The mode of a hold, by which a document may have other holds too. */
  enum HoldMode {
    /** None: of an insert, a change, a removal and a check that there is no document. */
    EXCLUSIVE,
    /** Other checks; and additions to fields that the check does not name. */
    SHARED,
    /** Other additions, and checks that do not name the field. */
    ESCROW
  }

  /**
   * Inserts a document. It is refused if there is one of that id.
   *
   * @param document its place
   * @param fields what it has beside its {@code _id}
   */
  record InsertDocument(DocumentRef document, Fields fields) implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "insert";

    private static final Value EMPTY_TIMESTAMP = new Value.Other("timestamp", "0".repeat(16));

    /**
     * @throws IllegalArgumentException if a field has a name that MongoDB or the protocol gives a
     *     meaning, or is an empty timestamp, in whose place MongoDB puts one of its own
     */
    public InsertDocument {
      Objects.requireNonNull(document, "document");
      Objects.requireNonNull(fields, "fields");
      Names.require("insert of " + document, fields);
      for (Field field : fields.all()) {
        if (field.name().equals(Names.ID) || Names.isReserved(field.name())) {
          throw new IllegalArgumentException(
              "insert of " + document + ": a field cannot be named \"" + field.name() + "\"");
        }
        if (field.value().equals(EMPTY_TIMESTAMP)) {
          throw new IllegalArgumentException(
              ("insert of %s: MongoDB puts a timestamp of its own in place of the empty one of the"
                      + " field \"%s\"")
                  .formatted(document, field.name()));
        }
      }
    }
  }

  /**
   * Changes fields of a document. It is refused if there is no such document, or a guard does not
   * hold.
   *
   * @param document which
   * @param guards what it must be like; none if it only has to be there
   * @param changes what changes
   */
  record ChangeDocument(DocumentRef document, List<Guard> guards, Changes changes)
      implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "change";

    /** The guards all have to hold. */
    public ChangeDocument {
      Objects.requireNonNull(document, "document");
      guards = Given.list(guards, "guards");
    }
  }

  /**
   * Removes a document. It is refused if there is no such document, or a guard does not hold.
   *
   * @param document which
   * @param guards what it must be like; none if it only has to be there
   */
  record RemoveDocument(DocumentRef document, List<Guard> guards) implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "remove";

    /** The guards all have to hold. */
    public RemoveDocument {
      Objects.requireNonNull(document, "document");
      guards = Given.list(guards, "guards");
    }
  }

  /**
   * Checks that a document is there and as said, and that it stays so until the transaction is
   * decided. It changes nothing. Other transactions may check the same document meanwhile.
   *
   * @param document which
   * @param guards what it must be like; none if it only has to be there
   */
  record CheckDocument(DocumentRef document, List<Guard> guards) implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "check";

    /** The guards all have to hold. */
    public CheckDocument {
      Objects.requireNonNull(document, "document");
      guards = Given.list(guards, "guards");
    }

    @Override
    public HoldMode mode() {
      return HoldMode.SHARED;
    }
  }

  /**
   * Checks that there is no such document, and that there is none until the transaction is decided.
   *
   * @param document which there is not
   */
  record CheckAbsent(DocumentRef document) implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "absent";

    /** The document is named. */
    public CheckAbsent {
      Objects.requireNonNull(document, "document");
    }
  }

  /**
   * Adds to a number field within bounds, or takes from it. Many transactions may do so at once
   * without waiting for each other: each holds its part of what the bounds leave. O'Neil, "The
   * Escrow Transactional Method" (ACM TODS 11(4), 1986).
   *
   * @param document which
   * @param field a field of its own, not of an embedded document
   * @param amount above zero to add, below to take
   * @param floor the least that the field may come to; the first addition that is tried on the
   *     field decides it
   * @param ceiling the most, likewise
   */
  record AddToField(DocumentRef document, String field, long amount, long floor, long ceiling)
      implements DocumentOperation {

    /** Its name in records and messages. */
    public static final String KIND = "add";

    /** The floor where none is named: so far from the ceiling that 64 bits can still tell. */
    public static final long WIDEST_FLOOR = Long.MIN_VALUE / 2;

    /** The ceiling where none is named. */
    public static final long WIDEST_CEILING = Long.MAX_VALUE / 2;

    /**
     * @throws IllegalArgumentException if the amount is zero or the smallest number of 64 bits, the
     *     floor is above the ceiling or further below than 64 bits can tell, or the field's name
     *     has a dot, is no {@link FieldPath}, or is one that the protocol gives a meaning
     */
    public AddToField {
      Objects.requireNonNull(document, "document");
      Objects.requireNonNull(field, "field");
      String where = KIND + " to " + document + ", field \"" + field + "\": ";
      if (amount == 0 || amount == Long.MIN_VALUE) {
        throw new IllegalArgumentException(
            where
                + "amount "
                + amount
                + ": it is not zero, and not the smallest number of 64 bits");
      }
      if (floor > ceiling || ceiling - floor < 0) {
        throw new IllegalArgumentException(
            where + "floor " + floor + ", ceiling " + ceiling + ": no range of 64 bits");
      }
      boolean isOne = FieldPath.parse(field).filter(path -> path.names().size() == 1).isPresent();
      if (!isOne || field.equals(Names.ID) || Names.isReserved(field)) {
        throw new IllegalArgumentException(where + "that is no name of a number field");
      }
    }

    /** An addition within the widest bounds: {@link #WIDEST_FLOOR} and {@link #WIDEST_CEILING}. */
    public AddToField(DocumentRef document, String field, long amount) {
      this(document, field, amount, WIDEST_FLOOR, WIDEST_CEILING);
    }

    @Override
    public HoldMode mode() {
      return HoldMode.ESCROW;
    }
  }

  /**
   * Tells whether a hold is for exactly an operation, without the operation's body in the hold: the
   * first 128 bits of the SHA-256 (FIPS 180-4) of a text that is the same for the same operation,
   * and for no other.
   */
  final class OperationDigest {

    private static final int BYTES = 16;

    private OperationDigest() {}

    /** The digest, in hexadecimal digits. */
    public static String of(DocumentOperation operation) {
      String text = operation.kind() + text(operation);
      return HexFormat.of().formatHex(Sha256.of(text), 0, BYTES);
    }

    /** The text of which the digest is, but for the kind before it: the document is not in it. */
    public static String text(DocumentOperation operation) {
      StringBuilder text = new StringBuilder();
      operation.guards().forEach(guard -> text.append(text(guard)));
      String effect =
          operation.fold(
              insert -> insert.fields().exactText(),
              change ->
                  change.changes().all().stream()
                      .map(OperationDigest::text)
                      .collect(Collectors.joining()),
              remove -> "",
              check -> "",
              absent -> "",
              add ->
                  part(add.field()) + part(add.amount() + "," + add.floor() + "," + add.ceiling()));
      return text.append(effect).toString();
    }

    private static String text(FieldChange change) {
      return change.kind().word()
          + part(change.path().toString())
          + part(change.value().exactText());
    }

    private static String text(Guard guard) {
      StringBuilder text = new StringBuilder();
      guard.paths().forEach(path -> text.append(part(path.toString())));
      guard.values().forEach(value -> text.append(value.exactText()));
      return guard.word() + part(text.toString());
    }

    /** A text with its length before it, so that what follows cannot be taken for a part of it. */
    public static String part(String text) {
      return text.length() + ":" + text;
    }

    /** SHA-256 (FIPS 180-4). */
    public static final class Sha256 {

      private Sha256() {}

      /** Returns the digest of the text in UTF-8. */
      public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
      }

      /** Returns the digest of these bytes, one part behind the other. */
      public static byte[] of(byte[]... parts) {
        MessageDigest digest = digest();
        for (byte[] part : parts) {
          digest.update(part);
        }
        return digest.digest();
      }

      private static MessageDigest digest() {
        try {
          return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
          throw new IllegalStateException("every Java platform has SHA-256", never);
        }
      }
    }
  }
}
