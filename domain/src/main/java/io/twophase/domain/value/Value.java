package io.twophase.domain.value;

import io.twophase.domain.value.Fields.BsonSize;
import io.twophase.domain.value.Fields.ExactText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document's field, by the types of BSON. Two values are {@linkplain Object#equals
 * equal} if they are the same value of the same type; whether MongoDB takes them for equal, as it
 * does numbers of different types, says {@link #matches}.
 */
public sealed interface Value {

  /**
   * So many documents and arrays in each other are the most that a value has: as many as any
   * MongoDB stores in a document. No value can be made that is deeper.
   */
  int MAX_DEPTH = 200;

  /** As much of a value as a message shows. */
  int MOST_WORDS = 200;

  /**
   * The value that one of Java's own objects stands for, by BSON's types:
   *
   * <ul>
   *   <li>null is null; a {@code String}, {@code Character} or enum (by its name) is a text; a
   *       {@code Boolean} is itself
   *   <li>an {@code Integer}, {@code Short} or {@code Byte} is a whole number of 32 bits, a {@code
   *       Long} one of 64; a {@code Double} or {@code Float} is a binary number; a {@code
   *       BigDecimal} or {@code BigInteger} is a decimal128
   *   <li>an {@code Instant} or {@code Date} is a date, to the millisecond; so is a {@code
   *       LocalDateTime}, and a {@code LocalDate} as the start of its day, as if they were of UTC
   *   <li>a {@code UUID} is binary data of subtype 4; a {@code byte[]} is plain binary data
   *   <li>any other array, and a {@code Collection}, is an array
   *   <li>a {@code Map}, {@link Fields}, or a record of the host's (by its components) is an
   *       embedded document
   *   <li>an {@code Optional} is what it has, or null
   *   <li>a value is itself
   * </ul>
   *
   * <p>The order of a list or a map is kept. A {@code HashMap}, a {@code HashSet}, and what {@code
   * Map.of} and {@code Set.of} make, have no order that lasts; these are ordered by name, or by
   * value, so that a request that is repeated after a restart is the same.
   *
   * @throws IllegalArgumentException if it is any other object, or one that BSON does not keep
   *     exactly: a number of more than 34 digits, a text with half of a surrogate pair
   */
  static Value of(@Nullable Object object) {
    try {
      return JavaValue.of(object);
    } catch (StackOverflowError endless) {
      // as where a map has itself for a value
      throw new IllegalArgumentException(Fields.Depth.TOO_DEEP, endless);
    }
  }

  /** Returns how many documents and arrays are in each other; 0 if the value is neither. */
  default int depth() {
    return 0;
  }

  /** Its type, by the name that MongoDB's operator {@code $type} knows. */
  default String type() {
    return Fields.ExactText.type(this);
  }

  /**
   * Returns whether MongoDB takes both for equal: numbers by their value, whatever their types;
   * symbols and texts by their characters; embedded documents only with the same fields in the same
   * order; all else by type and value.
   */
  default boolean matches(Value other) {
    return canonical().equals(other.canonical());
  }

  /** The one value that stands for all that {@linkplain #matches match} this one. */
  default Value canonical() {
    return Canonical.of(this);
  }

  /** The number, if it is a whole one of 32 bits or 64. */
  default Optional<Long> wholeNumber() {
    if (this instanceof Int32 small) {
      return Optional.of((long) small.value());
    }
    return this instanceof Int64 large ? Optional.of(large.value()) : Optional.empty();
  }

  /** Returns whether it is a number, of any of BSON's four types. */
  default boolean isNumber() {
    return switch (type()) {
      case "int", "long", "double", "decimal" -> true;
      default -> false;
    };
  }

  /** Returns whether it is a number that is neither infinite nor NaN. */
  default boolean isFiniteNumber() {
    return Numbers.finite(this).isPresent();
  }

  /**
   * Returns how a number compares with a number, or a date with a date: below, at or above zero.
   * Nothing if they are not of one kind or one is not a number (NaN), for MongoDB's {@code $gte}
   * and {@code $lte} match none of these.
   */
  default Optional<Integer> compareTo(Value other) {
    return Numbers.compare(this, other);
  }

  /** Returns how many bytes it takes in BSON, without its name. */
  default long bsonSize() {
    return BsonSize.of(this);
  }

  /** A text that is the same for the same value of the same type, and for no other. */
  default String exactText() {
    return ExactText.of(this);
  }

  /** It for people: at most {@value #MOST_WORDS} characters of its text, and then its size. */
  default String words() {
    return Words.of(this);
  }

  /** BSON's null, which is not an absent field. */
  record Null() implements Value {

    @Override
    public String toString() {
      return "null";
    }
  }

  /** True or false. */
  record Bool(boolean value) implements Value {

    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** A whole number of 32 bits. */
  record Int32(int value) implements Value {

    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** A whole number of 64 bits. */
  record Int64(long value) implements Value {

    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** A binary floating-point number. Not a number and the infinities are among them. */
  record Float64(double value) implements Value {

    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** A finite decimal number: BSON's decimal128 without its infinities, NaN and negative zeros. */
  record Decimal(BigDecimal value) implements Value {

    /** Refuses what a decimal128 would round: {@link Storable}. */
    public Decimal {
      Storable.requireDecimal(value);
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A text. */
  record Text(String value) implements Value {

    /** Refuses half of a surrogate pair, which UTF-8 does not have: {@link Storable}. */
    public Text {
      Storable.requireText("a text", value);
    }

    @Override
    public String toString() {
      return '"' + value + '"';
    }
  }

  /** A moment, in milliseconds since the epoch. */
  record Date(long millis) implements Value {

    @Override
    public String toString() {
      return "date " + millis;
    }
  }

  /** An array. */
  record Array(List<Value> values) implements Value {

    /**
     * The values in their order.
     *
     * @throws IllegalArgumentException if one is {@link #MAX_DEPTH} deep
     */
    public Array {
      values = List.copyOf(values);
      Fields.Depth.require(depth(values));
    }

    private static int depth(List<Value> values) {
      return 1 + values.stream().mapToInt(Value::depth).max().orElse(0);
    }

    @Override
    public int depth() {
      return depth(values);
    }

    @Override
    public String toString() {
      return values.toString();
    }
  }

  /** An embedded document. */
  record Embedded(Fields fields) implements Value {

    /**
     * A document in another.
     *
     * @throws IllegalArgumentException if a field is {@link #MAX_DEPTH} deep
     */
    public Embedded {
      Fields.Depth.require(depth(fields));
    }

    private static int depth(Fields fields) {
      return 1 + fields.all().stream().mapToInt(field -> field.value().depth()).max().orElse(0);
    }

    @Override
    public int depth() {
      return depth(fields);
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }

  /**
   * A value of another type (an object id, binary data, a regular expression …), which is carried
   * and not looked into.
   *
   * @param type the name of its type, as {@code $type} knows it
   * @param bytes its bytes in BSON, in hexadecimal digits
   */
  record Other(String type, String bytes) implements Value {

    /** Both are known. */
    public Other {
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public String toString() {
      return type + " " + bytes;
    }
  }
}
