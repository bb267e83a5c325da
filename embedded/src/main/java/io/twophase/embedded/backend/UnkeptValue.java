package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.wire.BsonConstants;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.nio.ByteBuffer;
import java.util.Set;

/** A value that the library would store as another one, or does not read at all. */
final class UnkeptValue extends Exception {

  private static final Set<Byte> KEPT_BINARIES =
      Set.of(
          BsonConstants.BINARY_SUBTYPE_GENERIC,
          BsonConstants.BINARY_SUBTYPE_OLD_UUID,
          BsonConstants.BINARY_SUBTYPE_UUID);

  private static final long serialVersionUID = 1;

  private UnkeptValue(String what) {
    super("this server stores no value of " + what);
  }

  /**
   * Reads over the sections of a message, in little endian.
   *
   * @throws UnkeptValue if there is one in them
   */
  static void checkSections(ByteBuffer sections) throws UnkeptValue {
    while (sections.hasRemaining()) {
      int end = sections.position() + 1;
      if (sections.get() != MongoMessage.SECTION_KIND_BODY) {
        end += sections.getInt();
        skipName(sections);
      }
      do {
        checkDocument(sections);
      } while (sections.position() < end);
    }
  }

  private static void checkDocument(ByteBuffer in) throws UnkeptValue {
    skip(in, Integer.BYTES);
    for (byte type = in.get(); type != BsonConstants.TERMINATING_BYTE; type = in.get()) {
      skipName(in);
      check(type, in);
    }
  }

  private static void check(byte type, ByteBuffer in) throws UnkeptValue {
    switch (type) {
      case BsonConstants.TYPE_NULL, BsonConstants.TYPE_MIN_KEY, BsonConstants.TYPE_MAX_KEY -> {}
      case BsonConstants.TYPE_BOOLEAN -> skip(in, Byte.BYTES);
      case BsonConstants.TYPE_INT32 -> skip(in, Integer.BYTES);
      case BsonConstants.TYPE_INT64,
          BsonConstants.TYPE_DOUBLE,
          BsonConstants.TYPE_UTC_DATETIME,
          BsonConstants.TYPE_TIMESTAMP ->
          skip(in, Long.BYTES);
      case BsonConstants.TYPE_OBJECT_ID -> skip(in, BsonConstants.LENGTH_OBJECTID);
      case BsonConstants.TYPE_DECIMAL128 -> skip(in, 2 * Long.BYTES);
      case BsonConstants.TYPE_EMBEDDED_DOCUMENT, BsonConstants.TYPE_ARRAY -> checkDocument(in);
      case BsonConstants.TYPE_UTF8_STRING, BsonConstants.TYPE_JAVASCRIPT_CODE ->
          skip(in, in.getInt());
      case BsonConstants.TYPE_REGEX -> {
        skipName(in);
        skipName(in);
      }
      case BsonConstants.TYPE_DATA -> {
        int length = in.getInt();
        byte subtype = in.get();
        if (!KEPT_BINARIES.contains(subtype)) {
          throw new UnkeptValue("binary subtype " + Byte.toUnsignedInt(subtype));
        }
        if (subtype != BsonConstants.BINARY_SUBTYPE_GENERIC
            && length != BsonConstants.LENGTH_UUID) {
          throw new UnkeptValue("%s bytes for a UUID".formatted(length));
        }
        skip(in, length);
      }
      default -> throw new UnkeptValue("BSON type " + type);
    }
  }

  private static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }

  private static void skipName(ByteBuffer in) {
    while (in.get() != BsonConstants.STRING_TERMINATION) {
      // a name ends with the first such byte
    }
  }
}
