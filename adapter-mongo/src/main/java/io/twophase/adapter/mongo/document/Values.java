package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;

/** BSON values to the domain's, and back without loss. */
public final class Values {

  /** The message of a value that is nested too deep, without the way there. */
  static final String TOO_DEEP =
      "more than " + Value.MAX_DEPTH + " documents and arrays in each other";

  private Values() {}

  /**
   * The domain's value.
   *
   * @throws IllegalArgumentException if it would be stored otherwise, as half of a surrogate pair
   *     would, or is deeper than {@link Value#MAX_DEPTH}; what MongoDB has given is never refused
   */
  public static Value decode(BsonValue value) {
    return decode(value, 1);
  }

  /**
   * @param level how many documents and arrays there are if the value is one
   */
  private static Value decode(BsonValue value, int level) {
    return switch (value.getBsonType()) {
      case NULL -> new Value.Null();
      case BOOLEAN -> new Value.Bool(value.asBoolean().getValue());
      case INT32 -> new Value.Int32(value.asInt32().getValue());
      case INT64 -> new Value.Int64(value.asInt64().getValue());
      case DOUBLE -> new Value.Float64(value.asDouble().getValue());
      case DECIMAL128 -> decimal(value.asDecimal128());
      case STRING -> new Value.Text(value.asString().getValue());
      case DATE_TIME -> new Value.Date(value.asDateTime().getValue());
      case ARRAY -> array(value.asArray(), level);
      case DOCUMENT -> new Value.Embedded(fields(value.asDocument(), level + 1));
      case JAVASCRIPT_WITH_SCOPE -> scoped(value.asJavaScriptWithScope(), level);
      default -> OtherValues.decode(value);
    };
  }

  /** The domain does not look into it: the fields are read to see that they end. */
  private static Value scoped(BsonJavaScriptWithScope code, int level) {
    requireLevel(level);
    fields(code.getScope(), level + 1);
    return OtherValues.decode(code);
  }

  private static Value array(BsonArray array, int level) {
    requireLevel(level);
    return new Value.Array(array.stream().map(inner -> decode(inner, level + 1)).toList());
  }

  /** Before what is inside is read, however deep that goes. */
  private static void requireLevel(int level) {
    if (level > Value.MAX_DEPTH) {
      throw new IllegalArgumentException(TOO_DEEP);
    }
  }

  /** Not a number, an infinity and a negative zero are no decimals of the domain, and carried. */
  private static Value decimal(BsonDecimal128 value) {
    Decimal128 decimal = value.getValue();
    boolean isNegativeZero = decimal.isNegative() && isZero(decimal);
    return decimal.isNaN() || decimal.isInfinite() || isNegativeZero
        ? OtherValues.decode(value)
        : new Value.Decimal(decimal.bigDecimalValue());
  }

  /** The digits of a decimal number are its low 113 bits. */
  private static boolean isZero(Decimal128 decimal) {
    return decimal.getLow() == 0 && (decimal.getHigh() & 0x1_ffff_ffff_ffffL) == 0;
  }

  /**
   * The fields of a document, in their order.
   *
   * @throws IllegalArgumentException if there is one that would be stored otherwise; the message
   *     names it
   */
  public static Fields fields(BsonDocument document) {
    return fields(document, 1);
  }

  private static Fields fields(BsonDocument document, int level) {
    requireLevel(level - 1);
    return fields(document, level, name -> true);
  }

  private static Fields fields(BsonDocument document, int level, Predicate<String> asked) {
    List<Field> fields = new ArrayList<>(document.size());
    document.forEach(
        (name, value) -> {
          if (asked.test(name)) {
            fields.add(new Field(name, decode(name, value, level)));
          }
        });
    return new Fields(fields);
  }

  private static Value decode(String name, BsonValue value, int level) {
    try {
      return decode(value, level);
    } catch (IllegalArgumentException none) {
      if (TOO_DEEP.equals(none.getMessage())) {
        throw none;
      }
      throw new IllegalArgumentException(name + ": " + none.getMessage(), none);
    }
  }

  /** Those fields of a document whose names are asked for, in their order. */
  public static Fields fields(BsonDocument document, Predicate<String> asked) {
    return fields(document, 1, asked);
  }

  /** The BSON value. */
  public static BsonValue encode(Value value) {
    if (value instanceof Value.Text text) {
      return new BsonString(text.value());
    }
    if (value instanceof Value.Int32 number) {
      return new BsonInt32(number.value());
    }
    if (value instanceof Value.Int64 number) {
      return int64(number.value());
    }
    if (value instanceof Value.Float64 number) {
      return new BsonDouble(number.value());
    }
    if (value instanceof Value.Decimal number) {
      return new BsonDecimal128(new Decimal128(number.value()));
    }
    if (value instanceof Value.Bool bool) {
      return BsonBoolean.valueOf(bool.value());
    }
    if (value instanceof Value.Date date) {
      return new BsonDateTime(date.millis());
    }
    if (value instanceof Value.Array array) {
      return new BsonArray(array.values().stream().map(Values::encode).toList());
    }
    if (value instanceof Value.Embedded embedded) {
      return document(embedded.fields());
    }
    return value instanceof Value.Other other ? OtherValues.encode(other) : BsonNull.VALUE;
  }

  /** The document of these fields, in their order. */
  public static BsonDocument document(Fields fields) {
    BsonDocument document = new BsonDocument();
    fields.all().forEach(field -> document.append(field.name(), encode(field.value())));
    return document;
  }

  /** Values of the types that the domain does not look into, as their bytes in BSON. */
  static final class OtherValues {

    /** The types' names, as {@code $type} knows them. */
    private static final Map<BsonType, String> NAMES =
        Map.ofEntries(
            Map.entry(BsonType.BINARY, "binData"),
            Map.entry(BsonType.UNDEFINED, "undefined"),
            Map.entry(BsonType.OBJECT_ID, "objectId"),
            Map.entry(BsonType.REGULAR_EXPRESSION, "regex"),
            Map.entry(BsonType.DB_POINTER, "dbPointer"),
            Map.entry(BsonType.JAVASCRIPT, "javascript"),
            Map.entry(BsonType.SYMBOL, "symbol"),
            Map.entry(BsonType.JAVASCRIPT_WITH_SCOPE, "javascriptWithScope"),
            Map.entry(BsonType.TIMESTAMP, "timestamp"),
            Map.entry(BsonType.DECIMAL128, "decimal"),
            Map.entry(BsonType.MIN_KEY, "minKey"),
            Map.entry(BsonType.MAX_KEY, "maxKey"));

    private static final Set<BsonType> HAVE_TEXT =
        EnumSet.of(
            BsonType.REGULAR_EXPRESSION,
            BsonType.DB_POINTER,
            BsonType.JAVASCRIPT,
            BsonType.SYMBOL,
            BsonType.JAVASCRIPT_WITH_SCOPE);

    private static final Map<String, BsonType> TYPES =
        NAMES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    /** Before the value of a document's only field: the length, the type, the name and its zero. */
    private static final int HEAD = 7;

    private static final String NAME = "v";

    private OtherValues() {}

    /**
     * @throws IllegalArgumentException if it does not come back as it is: with half of a surrogate
     *     pair in a text
     */
    static Value decode(BsonValue value) {
      Value.Other decoded = carried(value);
      if (HAVE_TEXT.contains(value.getBsonType()) && !encode(decoded).equals(value)) {
        throw new IllegalArgumentException(
            "a value of the type "
                + decoded.type()
                + " has half of a character: it cannot be stored");
      }
      return decoded;
    }

    private static Value.Other carried(BsonValue value) {
      byte[] bytes = Docs.bytes(doc(NAME, value));
      String name = Objects.requireNonNull(NAMES.get(value.getBsonType()), "type");
      return new Value.Other(
          name, HexFormat.of().formatHex(Arrays.copyOfRange(bytes, HEAD, bytes.length - 1)));
    }

    static BsonValue encode(Value.Other value) {
      byte[] bytes = HexFormat.of().parseHex(value.bytes());
      BasicOutputBuffer document = new BasicOutputBuffer();
      document.writeInt32(HEAD + bytes.length + 1);
      document.writeByte(Objects.requireNonNull(TYPES.get(value.type()), value.type()).getValue());
      document.writeCString(NAME);
      document.writeBytes(bytes);
      document.writeByte(0);
      RawBsonDocument raw = new RawBsonDocument(document.toByteArray());
      return Objects.requireNonNull(raw.decode(new BsonDocumentCodec()).get(NAME));
    }
  }
}
