package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.value.Value;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A value of a host's inside of a record. Where the record could not be stored with it, since a
 * name in it has a dot or begins with {@code $}, or since it lies too deep, it is written as the
 * bytes of a document that has it as {@code value}, and beside it {@code bson: true}.
 */
final class StoredValue {

  private static final String INSIDE = "value";

  /**
   * The depth to which documents and arrays may be in each other: MongoDB promises a hundred, and
   * the record has some around the value.
   */
  private static final int DEEPEST = 80;

  private StoredValue() {}

  /** Appends the value under that name: at most one for each document. */
  static BsonDocument append(BsonDocument document, String name, Value value) {
    return isPlain(value, 0)
        ? document.append(name, Values.encode(value))
        : document.append(name, bytes(value)).append(Field.BSON, BsonBoolean.TRUE);
  }

  /** The value of that name. */
  static Value read(Fields document, String name) {
    return Values.decode(document.has(Field.BSON) ? inside(document, name) : document.value(name));
  }

  private static BsonValue inside(Fields document, String name) {
    try {
      BsonDocument around =
          new RawBsonDocument(document.binary(name)).decode(new BsonDocumentCodec());
      return Fields.of(around).value(INSIDE);
    } catch (RuntimeException | StackOverflowError malformed) {
      throw document.fault(name, "has bytes that are no BSON: " + malformed.getMessage());
    }
  }

  private static BsonBinary bytes(Value value) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(buffer),
            doc(INSIDE, Values.encode(value)),
            EncoderContext.builder().build());
    return new BsonBinary(buffer.toByteArray());
  }

  private static boolean isPlain(Value value, int depth) {
    if (depth > DEEPEST) {
      return false;
    }
    if (value instanceof Value.Embedded embedded) {
      return embedded.fields().all().stream()
          .allMatch(field -> isPlain(field.name()) && isPlain(field.value(), depth + 1));
    }
    return !(value instanceof Value.Array array)
        || array.values().stream().allMatch(inner -> isPlain(inner, depth + 1));
  }

  private static boolean isPlain(String name) {
    return !name.startsWith("$") && name.indexOf('.') < 0;
  }
}
