package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.domain.value.Value;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonBinaryWriter;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Values of the types that the domain does not look into, as their bytes in BSON. */
final class OtherValues {

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
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), doc(NAME, value), EncoderContext.builder().build());
    byte[] bytes = buffer.toByteArray();
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
