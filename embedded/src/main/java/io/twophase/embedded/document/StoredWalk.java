package io.twophase.embedded.document;

import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Walks over the fields of a stored document, as BSON lays them out, and decodes none but those
 * asked for. The driver's reader makes an object of each name and each position that it passes: a
 * sort of a million documents then takes four times as long.
 */
final class StoredWalk {

  private static final int DECIMAL_BYTES = 16;
  private static final int OBJECT_ID_BYTES = 12;

  private final byte[] stored;
  private final ByteBuffer numbers;
  private byte type;
  private int name;
  private int value;
  private int next = Integer.BYTES;

  StoredWalk(byte[] stored) {
    this.stored = stored;
    this.numbers = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Goes on to the next field; answers whether there is one. */
  boolean advance() {
    type = stored[next];
    if (type == 0) {
      return false;
    }
    name = next + 1;
    value = endOfText(name);
    next = value + length(value);
    return true;
  }

  /** Whether the field has this name, given in UTF-8. */
  boolean isNamed(byte[] wanted) {
    return Arrays.equals(stored, name, value - 1, wanted, 0, wanted.length);
  }

  /** The field's value. */
  Object decoded() {
    return BsonDecoder.decodeValue(type, Unpooled.wrappedBuffer(stored, value, next - value));
  }

  /** Where what follows a text begins that ends with a zero. */
  private int endOfText(int from) {
    int at = from;
    while (stored[at] != 0) {
      at++;
    }
    return at + 1;
  }

  /** How many bytes the value at {@code at} takes. */
  private int length(int at) {
    return switch (type) {
      // undefined, null, and the least and the greatest key
      case 0x06, 0x0A, (byte) 0xFF, 0x7F -> 0;
      // a boolean
      case 0x08 -> 1;
      // an int32
      case 0x10 -> Integer.BYTES;
      // a double, a date, a timestamp, an int64
      case 0x01, 0x09, 0x11, 0x12 -> Long.BYTES;
      case 0x07 -> OBJECT_ID_BYTES;
      case 0x13 -> DECIMAL_BYTES;
      // a text, code, a symbol
      case 0x02, 0x0D, 0x0E -> Integer.BYTES + numbers.getInt(at);
      // binary data, of a kind
      case 0x05 -> Integer.BYTES + 1 + numbers.getInt(at);
      // a pointer: a text and an id
      case 0x0C -> Integer.BYTES + numbers.getInt(at) + OBJECT_ID_BYTES;
      // a document, an array, code with its scope
      case 0x03, 0x04, 0x0F -> numbers.getInt(at);
      // a regular expression and its options
      case 0x0B -> endOfText(endOfText(at)) - at;
      default -> throw new IllegalStateException("a value of the unknown type " + type);
    };
  }
}
