package io.twophase.adapter.mongo.document;

import io.twophase.domain.InvalidId;
import io.twophase.domain.document.CollectionName;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The fields of a document, each of the type it must have. A field that is not so throws a {@link
 * MalformedDocumentException} that names it.
 *
 * @param document the document
 * @param path what to put before a field's name, to name it
 */
public record Fields(BsonDocument document, String path) {

  /** The fields of a whole document. */
  public static Fields of(BsonDocument document) {
    return new Fields(document, "");
  }

  /** The id of any document, as text. */
  public static String idText(BsonDocument document) {
    BsonValue id = document.get(Field.ID);
    return id == null ? "" : BsonText.ofId(id);
  }

  /**
   * A field of a tutorial's document under a name that this software would write over: one of
   * {@code ours}, or a count of quorum reads that none of these can have left.
   */
  public static Optional<String> taken(BsonDocument tutorial, List<String> ours) {
    return ours.stream()
        .filter(tutorial::containsKey)
        .findFirst()
        .or(
            () ->
                Optional.of(Field.QUORUM_READS)
                    .filter(name -> tutorial.containsKey(name) && !tutorial.isInt64(name)));
  }

  /** The result of the reader, or what is wrong with the document: never an exception. */
  public static <T> Either<String, T> read(BsonDocument document, Function<Fields, T> reader) {
    try {
      return Either.right(reader.apply(of(document)));
    } catch (MalformedDocumentException malformed) {
      return Either.left(malformed.fault());
    } catch (IllegalArgumentException | ArithmeticException inconsistent) {
      return Either.left(String.valueOf(inconsistent.getMessage()));
    }
  }

  /** Applies the reader to the field of that name, if there is one. */
  public <T> Optional<T> ifAny(String name, Function<String, T> reader) {
    return has(name) ? Optional.of(reader.apply(name)) : Optional.empty();
  }

  /** Returns whether the field is there. */
  public boolean has(String name) {
    return document.containsKey(name);
  }

  /** A string. */
  public String text(String name) {
    return required(name, BsonType.STRING, "a string").asString().getValue();
  }

  /** An exact int64. */
  public long int64(String name) {
    return required(name, BsonType.INT64, "an int64").asInt64().getValue();
  }

  /**
   * An exact int64 that is at least so much: of a smaller one, {@code fault} says what is wrong.
   */
  public long int64(String name, long least, String fault) {
    long value = int64(name);
    if (value < least) {
      throw fault(name, "is " + value + ", " + fault);
    }
    return value;
  }

  /** A boolean. */
  public boolean bool(String name) {
    return required(name, BsonType.BOOLEAN, "a boolean").asBoolean().getValue();
  }

  /** A whole number of whatever type: as a shell or a tutorial writes them. */
  public long whole(String name) {
    BsonValue value = required(name);
    if (!value.isNumber()) {
      throw fault(name, "is " + describe(value) + ", not a number");
    }
    return WholeNumber.of(value)
        .orElseThrow(() -> fault(name, "is " + BsonText.of(value) + ", not an exact whole number"));
  }

  /** A date. */
  public Instant instant(String name) {
    return Instant.ofEpochMilli(
        required(name, BsonType.DATE_TIME, "a date").asDateTime().getValue());
  }

  /** An array. */
  public BsonArray array(String name) {
    return required(name, BsonType.ARRAY, "an array").asArray();
  }

  /** An embedded document. */
  public Fields document(String name) {
    return new Fields(
        required(name, BsonType.DOCUMENT, "a document").asDocument(), path + name + ".");
  }

  /** Any value. */
  public BsonValue value(String name) {
    return required(name);
  }

  /** Binary data. */
  public byte[] binary(String name) {
    return required(name, BsonType.BINARY, "binary data").asBinary().getData();
  }

  /** All elements of an array, each of which must be a document. */
  public List<Fields> elements(String name) {
    return each(name, Fields::document);
  }

  /** All elements of an array: {@code reader} reads each as a field, which has its place's name. */
  public <T> List<T> each(String name, BiFunction<Fields, String, T> reader) {
    BsonArray array = array(name);
    List<T> elements = new ArrayList<>(array.size());
    for (int at = 0; at < array.size(); at++) {
      String place = name + "[" + at + "]";
      elements.add(reader.apply(new Fields(new BsonDocument(place, array.get(at)), path), place));
    }
    return elements;
  }

  /** The name of a collection, which these fields are. */
  public CollectionName collection() {
    return new CollectionName(
        ifAny(Field.CLUSTER, this::text),
        ifAny(Field.DATABASE, this::text),
        text(Field.COLLECTION));
  }

  public Currency currency(String name) {
    String code = text(name);
    try {
      return Currency.getInstance(code);
    } catch (IllegalArgumentException unknown) {
      throw fault(name, "is '" + BsonText.shortened(code) + "', not an ISO 4217 currency");
    }
  }

  public <T> T parsed(String name, Function<String, Either<InvalidId, T>> parse) {
    return parse
        .apply(text(name))
        .getOrElseThrow(
            invalid -> new MalformedDocumentException(path + name + ": " + invalid.message()));
  }

  /**
   * The one of some values whose name is the text.
   *
   * @param none what a text is that names none, after "which is"
   */
  public <T> T named(String name, T[] values, Function<T, String> nameOf, String none) {
    String text = text(name);
    return Arrays.stream(values)
        .filter(value -> nameOf.apply(value).equals(text))
        .findFirst()
        .orElseThrow(() -> fault(name, "is '" + text + "', which is " + none));
  }

  /** Refuses a document of another version than the one that is written. */
  public void requireCurrent() {
    long version = whole(Field.VERSION);
    if (version != Field.CURRENT_VERSION) {
      throw fault(
          Field.VERSION,
          "is %s, written by another version; this one reads %s"
              .formatted(version, Field.CURRENT_VERSION));
    }
  }

  /** Returns what is wrong with a field. */
  public MalformedDocumentException fault(String name, String what) {
    return new MalformedDocumentException(path + name + " " + what);
  }

  /** That the document itself, which is inside of another, is not as it must be. */
  public MalformedDocumentException fault(String what) {
    return new MalformedDocumentException(path.substring(0, path.length() - 1) + " " + what);
  }

  private BsonValue required(String name) {
    BsonValue value = document.get(name);
    if (value == null) {
      throw fault(name, "is missing");
    }
    return value;
  }

  private BsonValue required(String name, BsonType type, String typeName) {
    BsonValue value = required(name);
    if (value.getBsonType() != type) {
      throw fault(name, "is " + describe(value) + ", not " + typeName);
    }
    return value;
  }

  private static String describe(BsonValue value) {
    String type = value.getBsonType().name().toLowerCase(Locale.ROOT);
    return value.isArray() || value.isDocument() || value.isNull()
        ? type
        : type + " " + BsonText.of(value);
  }

  /** Whole numbers of whatever type, as shells, drivers and the tutorial write them. */
  public static final class WholeNumber {

    /** Beyond it a double does not tell neighbouring whole numbers apart: 2 to the power of 53. */
    public static final long LARGEST_EXACT_DOUBLE = 1L << 53;

    private WholeNumber() {}

    /**
     * The value as an int64, if that is exactly what it is: not a fraction, nor NaN or an infinity,
     * nor too large for an int64, nor a double that may stand for its neighbours.
     */
    public static Optional<Long> of(BsonValue value) {
      return switch (value.getBsonType()) {
        case INT32 -> Optional.of((long) value.asInt32().getValue());
        case INT64 -> Optional.of(value.asInt64().getValue());
        case DOUBLE -> ofDouble(value.asDouble().getValue());
        case DECIMAL128 -> ofDecimal(value.asDecimal128().getValue());
        default -> Optional.empty();
      };
    }

    /** Returns whether a server takes them for the same: whole numbers whatever their types are. */
    public static boolean isSame(BsonValue one, BsonValue other) {
      return one.equals(other) || (of(one).isPresent() && of(one).equals(of(other)));
    }

    private static Optional<Long> ofDouble(double number) {
      boolean exact = number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT_DOUBLE;
      return exact ? Optional.of((long) number) : Optional.empty();
    }

    private static Optional<Long> ofDecimal(Decimal128 number) {
      try {
        return Optional.of(number.bigDecimalValue().longValueExact());
      } catch (ArithmeticException notExact) {
        return Optional.empty();
      }
    }
  }
}
