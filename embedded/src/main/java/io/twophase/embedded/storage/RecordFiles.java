package io.twophase.embedded.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The engine's logs, and its list of files, looked at before the engine reads them: one bit flipped
 * in the kind of a record makes RocksDB 11.8 read for ever, although the record's checksum covers
 * its kind. All other damage is for the engine to say.
 *
 * <p>Such a file has blocks of 32 kB, in which each record has a checksum, its length and its kind
 * before it; no record goes from one block into the next.
 */
final class RecordFiles {

  private static final Pattern NAME = Pattern.compile("MANIFEST-\\d{1,18}|\\d{1,18}\\.log");

  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int LENGTH_AT = 4;
  private static final int KIND_AT = 6;

  /** The greatest kind of those that the engine passes over where a checksum is wrong. */
  private static final int LAST_OF_PLAIN_KINDS = 4;

  /** Kinds from here on are passed over by an engine that does not know them. */
  private static final int FIRST_THAT_MAY_BE_IGNORED = 128;

  // how the engine keeps a checksum apart from the checksum of what contains it
  private static final int MASK_ROTATION = 17;
  private static final int MASK_DELTA = 0xa282ead8;

  private RecordFiles() {}

  /**
   * Refuses what the engine would not come to an end with.
   *
   * @param directory the store's, for messages
   * @throws DamagedStoreException if there is such a record
   */
  static void verify(Path directory, Path engine) throws IOException {
    for (Path file : files(engine)) {
      verifyFile(directory, file);
    }
  }

  private static List<Path> files(Path engine) throws IOException {
    try (Stream<Path> files = Files.list(engine)) {
      return files
          .filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
          .toList();
    }
  }

  private static void verifyFile(Path directory, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] block = in.readNBytes(BLOCK);
      while (block.length > 0) {
        if (!isReadable(block)) {
          throw new DamagedStoreException(
              directory, "checksum mismatch of a record in the file " + file, null);
        }
        block = in.readNBytes(BLOCK);
      }
    }
  }

  private static boolean isReadable(byte[] block) {
    ByteBuffer records = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    int end;
    for (int at = 0; at + HEADER <= block.length; at = end) {
      end = at + HEADER + Short.toUnsignedInt(records.getShort(at + LENGTH_AT));
      int kind = Byte.toUnsignedInt(block[at + KIND_AT]);
      boolean isPlain = kind <= LAST_OF_PLAIN_KINDS || kind >= FIRST_THAT_MAY_BE_IGNORED;
      if (!isPlain
          && (end > block.length
              || records.getInt(at) != checksum(block, at + KIND_AT, end - at - KIND_AT))) {
        return false;
      }
    }
    return true;
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, length);
    return Integer.rotateLeft((int) checksum.getValue(), MASK_ROTATION) + MASK_DELTA;
  }
}
