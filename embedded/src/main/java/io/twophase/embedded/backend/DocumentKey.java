package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The place of a stored document: its id as bytes, which are equal exactly when the server's
 * matcher calls the ids equal (1, 1L and 1.0 are one id), and which sort numbers by value and
 * strings as text.
 */
final class DocumentKey implements Comparable<DocumentKey> {

  // the first byte keeps the kinds apart, in MongoDB's order
  private static final byte NULL = 0;
  private static final byte NUMBER = 1;
  private static final byte STRING = 2;
  private static final byte OTHER = 3;

  private final byte[] bytes;

  private DocumentKey(byte[] bytes) {
    this.bytes = bytes;
  }

  static DocumentKey of(@Nullable Object id) {
    if (id instanceof String text) {
      return ofText(text);
    }
    // the library's own normal form decides which ids are equal, but a decimal's is a double
    Object exact =
        id instanceof Decimal128
            ? ExactValues.truncated(id)
                .filter(whole -> ExactValues.areEqual(whole, id))
                .map(Object.class::cast)
                .orElse(id)
            : id;
    return ofNormal(new KeyValue(Collections.singletonList(exact)).normalized().get(0));
  }

  /** A key of its own, for a document in a collection without ids. */
  static DocumentKey random() {
    return ofText(UUID.randomUUID().toString());
  }

  static DocumentKey ofBytes(byte[] bytes) {
    return new DocumentKey(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  private static DocumentKey ofNormal(@Nullable Object id) {
    ByteBuf out = Unpooled.buffer(32);
    if (id == null) {
      out.writeByte(NULL);
    } else if (id instanceof Double number) {
      out.writeByte(NUMBER).writeLong(ordered(number));
    } else if (id instanceof Long number) {
      // only a long that no double equals is left as one: beside the nearest double, and after it
      out.writeByte(NUMBER).writeLong(ordered(number.doubleValue())).writeLong(number);
    } else {
      byte type = BsonEncoder.determineType(id);
      out.writeByte(OTHER).writeByte(type);
      BsonEncoder.encodeValue(type, id, out);
    }
    return new DocumentKey(Arrays.copyOf(out.array(), out.writerIndex()));
  }

  private static DocumentKey ofText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[utf8.length + 1];
    key[0] = STRING;
    System.arraycopy(utf8, 0, key, 1, utf8.length);
    return new DocumentKey(key);
  }

  /** The double's bits, such that their unsigned order is the order of the numbers. */
  private static long ordered(double number) {
    long bits = Double.doubleToLongBits(number);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  @Override
  public int compareTo(DocumentKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DocumentKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
