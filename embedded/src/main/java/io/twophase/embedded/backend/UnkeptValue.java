package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.wire.BsonConstants;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.buffer.ByteBuf;
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
   * Reads over the sections of a message.
   *
   * @throws UnkeptValue if there is one in them
   */
  static void checkSections(ByteBuf sections) throws UnkeptValue {
    while (sections.isReadable()) {
      if (sections.readByte() == MongoMessage.SECTION_KIND_BODY) {
        checkDocument(sections);
      } else {
        int end = sections.readerIndex() + sections.readIntLE();
        skipName(sections);
        while (sections.readerIndex() < end) {
          checkDocument(sections);
        }
      }
    }
  }

  private static void checkDocument(ByteBuf in) throws UnkeptValue {
    in.skipBytes(Integer.BYTES);
    for (byte type = in.readByte(); type != BsonConstants.TERMINATING_BYTE; type = in.readByte()) {
      skipName(in);
      check(type, in);
    }
  }

  private static void check(byte type, ByteBuf in) throws UnkeptValue {
    switch (type) {
      case BsonConstants.TYPE_EMBEDDED_DOCUMENT, BsonConstants.TYPE_ARRAY -> checkDocument(in);
      case BsonConstants.TYPE_DATA -> {
        int length = in.readIntLE();
        byte subtype = in.readByte();
        if (!KEPT_BINARIES.contains(subtype)) {
          throw new UnkeptValue("binary subtype " + Byte.toUnsignedInt(subtype));
        }
        in.skipBytes(length);
      }
      case BsonConstants.TYPE_UTF8_STRING, BsonConstants.TYPE_JAVASCRIPT_CODE ->
          in.skipBytes(in.readIntLE());
      case BsonConstants.TYPE_REGEX -> {
        skipName(in);
        skipName(in);
      }
      case BsonConstants.TYPE_OBJECT_ID -> in.skipBytes(BsonConstants.LENGTH_OBJECTID);
      case BsonConstants.TYPE_BOOLEAN -> in.skipBytes(Byte.BYTES);
      case BsonConstants.TYPE_INT32 -> in.skipBytes(Integer.BYTES);
      case BsonConstants.TYPE_DOUBLE,
          BsonConstants.TYPE_UTC_DATETIME,
          BsonConstants.TYPE_TIMESTAMP,
          BsonConstants.TYPE_INT64 ->
          in.skipBytes(Long.BYTES);
      case BsonConstants.TYPE_DECIMAL128 -> in.skipBytes(2 * Long.BYTES);
      case BsonConstants.TYPE_NULL, BsonConstants.TYPE_MIN_KEY, BsonConstants.TYPE_MAX_KEY -> {
        // nothing but its name
      }
      default -> throw new UnkeptValue("BSON type " + type);
    }
  }

  private static void skipName(ByteBuf in) {
    in.skipBytes(in.bytesBefore(BsonConstants.STRING_TERMINATION) + 1);
  }
}
