package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.CollectionName;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * BSON as MongoDB's shell writes it: documents of plain values, and the operators of filters. A
 * string, a whole number of 32 or 64 bits, a boolean and a date are stored as such; a collection is
 * an array.
 */
public final class Docs {

  private Docs() {}

  /** A document to which fields are added. */
  public static final class Doc extends BsonDocument {

    private static final long serialVersionUID = 1L;

    /** Adds a field; none of an {@code Optional} that is empty. */
    public Doc with(String name, Object value) {
      if (value instanceof Optional<?> some) {
        some.ifPresent(there -> put(name, bson(there)));
      } else {
        put(name, bson(value));
      }
      return this;
    }

    /** Adds all fields of another document. */
    public Doc with(BsonDocument fields) {
      putAll(fields);
      return this;
    }
  }

  /** A document of no fields. */
  public static Doc doc() {
    return new Doc();
  }

  /** A document of one field at most, as {@link Doc#with} adds them. */
  public static Doc doc(String name, Object value) {
    return doc().with(name, value);
  }

  /** A document of two fields at most. */
  public static Doc doc(String one, Object its, String two, Object its2) {
    return doc(one, its).with(two, its2);
  }

  /** A document of three fields at most. */
  public static Doc doc(
      String one, Object its, String two, Object its2, String three, Object its3) {
    return doc(one, its, two, its2).with(three, its3);
  }

  /** The name of a collection, as {@link Fields#collection} reads it. */
  public static Doc doc(CollectionName name) {
    return doc(Field.CLUSTER, name.cluster(), Field.DATABASE, name.database())
        .with(Field.COLLECTION, name.collection());
  }

  /** The value {@code true}; nothing in place of {@code false}. */
  public static Optional<Boolean> onlyIf(boolean isTrue) {
    return isTrue ? Optional.of(true) : Optional.empty();
  }

  /** The document; nothing if it has no fields. */
  public static Optional<BsonDocument> unlessEmpty(BsonDocument document) {
    return document.isEmpty() ? Optional.empty() : Optional.of(document);
  }

  /**
   * The value as it is stored.
   *
   * @throws IllegalArgumentException if it is of another type
   */
  public static BsonValue bson(Object value) {
    if (value instanceof BsonValue stored) {
      return stored;
    } else if (value instanceof String text) {
      return new BsonString(text);
    } else if (value instanceof Long number) {
      return new BsonInt64(number);
    } else if (value instanceof Integer number) {
      return new BsonInt32(number);
    } else if (value instanceof Boolean truth) {
      return BsonBoolean.valueOf(truth);
    } else if (value instanceof Instant date) {
      return new BsonDateTime(date.toEpochMilli());
    } else if (value instanceof Iterable<?> values) {
      return array(values);
    }
    throw new IllegalArgumentException("no value of BSON: " + value);
  }

  /** An array of such values. */
  public static BsonArray array(Iterable<?> values) {
    BsonArray array = new BsonArray();
    values.forEach(value -> array.add(bson(value)));
    return array;
  }

  /** The bytes of a document in BSON. */
  public static byte[] bytes(BsonDocument document) {
    BasicOutputBuffer bytes = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(bytes), document, EncoderContext.builder().build());
    return bytes.toByteArray();
  }

  /** A whole number of 64 bits. */
  public static BsonInt64 int64(long number) {
    return new BsonInt64(number);
  }

  /** The whole number in a field, if there is a number. */
  public static Optional<Long> number(BsonDocument document, String field) {
    return document.isNumber(field)
        ? Optional.of(document.getNumber(field).longValue())
        : Optional.empty();
  }

  /** A field of the elements of an array. */
  public static String path(String array, String field) {
    return array + "." + field;
  }

  /** The field is there. */
  public static Doc exists() {
    return doc("$exists", true);
  }

  /** The field is not there. */
  public static Doc absent() {
    return doc("$exists", false);
  }

  /** The number; nothing in place of zero. */
  public static Optional<Long> unlessZero(long number) {
    return number == 0 ? Optional.empty() : Optional.of(number);
  }

  /** The value is of that type, or an array with a value of that type. */
  public static Doc ofType(String name) {
    return doc("$type", name);
  }

  /** The field is of that type, and not an array with a value of that type. */
  public static BsonDocument isOfType(String path, String type) {
    return doc(path, ofType(type).with("$not", ofType("array")));
  }

  /** The field is no array. */
  public static BsonDocument isNoArray(String path) {
    return doc(path, doc("$not", ofType("array")));
  }

  /** The field has no element of which the condition is true. */
  public static BsonDocument hasNoElement(String path, BsonDocument condition) {
    return doc(path, doc("$not", doc("$elemMatch", condition)));
  }

  /** The field has one of the values. */
  public static BsonDocument oneOf(Object... values) {
    return oneOf(List.of(values));
  }

  /** The field has one of the values. */
  public static BsonDocument oneOf(Collection<?> values) {
    return doc("$in", values);
  }

  /** All of the conditions are true. */
  public static BsonDocument allOf(BsonDocument... conditions) {
    return allOf(List.of(conditions));
  }

  /** All of the conditions are true. */
  public static BsonDocument allOf(Collection<? extends BsonDocument> conditions) {
    return doc("$and", conditions);
  }

  /** One of the conditions is true. */
  public static BsonDocument anyOf(BsonDocument... conditions) {
    return anyOf(List.of(conditions));
  }

  /** One of the conditions is true. */
  public static BsonDocument anyOf(Collection<? extends BsonDocument> conditions) {
    return doc("$or", conditions);
  }
}
