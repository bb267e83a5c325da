package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.Faults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The engine's logs, and its list of files, looked at before the engine reads them: one bit flipped
 * in the kind of a record makes RocksDB 11.8 read for ever, although the record's checksum covers
 * its kind.
 *
 * <p>Such a file has blocks of 32 kB, in which each record has a checksum, its length and its kind
 * before it; no record goes from one block into the next.
 */
final class RecordFiles {

  private static final Pattern NAME = Pattern.compile("MANIFEST-\\d{1,18}|\\d{1,18}\\.log");

  private static final String LOG = ".log";

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
   * Verifies the records. What is missing, and a record that was not finished, is for the engine to
   * say.
   *
   * @param all whether every record must be as it was written; else only those must that the engine
   *     would not come to an end with
   * @return the logs, in their order
   * @throws DamagedStoreException if one is not
   */
  static List<Log> verify(Path directory, Path engine, boolean all) {
    try {
      List<Log> logs = new ArrayList<>();
      for (Path file : files(engine)) {
        Log log = new Log(file);
        verifyFile(directory, log, all);
        if (file.toString().endsWith(LOG)) {
          logs.add(log);
        }
      }
      logs.sort(Comparator.comparingLong(Log::number));
      return logs;
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  private static List<Path> files(Path engine) throws IOException {
    if (!Files.isDirectory(engine)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(engine)) {
      return files
          .filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
          .sorted()
          .toList();
    }
  }

  private static void verifyFile(Path directory, Log log, boolean all) throws IOException {
    try (InputStream in = Files.newInputStream(log.file())) {
      byte[] block = in.readNBytes(BLOCK);
      while (block.length > 0) {
        if (!isRight(block, log, all)) {
          throw new DamagedStoreException(
              directory, "checksum mismatch of a record in the file " + log.file(), null);
        }
        block = in.readNBytes(BLOCK);
      }
    }
  }

  private static boolean isRight(byte[] block, Log log, boolean all) {
    ByteBuffer records = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at + HEADER <= block.length) {
      int length = Short.toUnsignedInt(records.getShort(at + LENGTH_AT));
      int kind = Byte.toUnsignedInt(block[at + KIND_AT]);
      if (at + HEADER + length > block.length) {
        // the engine ends here too, where it does not take the kind for one of another form
        log.cut();
        return isPlain(kind);
      }
      boolean isRight = records.getInt(at) == checksum(block, at + KIND_AT, 1 + length);
      if (!isRight && (all || !isPlain(kind))) {
        return false;
      }
      if (!isRight) {
        log.cut();
      }
      log.record(kind, block, at + HEADER, length);
      at += HEADER + length;
    }
    return true;
  }

  private static boolean isPlain(int kind) {
    return kind <= LAST_OF_PLAIN_KINDS || kind >= FIRST_THAT_MAY_BE_IGNORED;
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, length);
    return Integer.rotateLeft((int) checksum.getValue(), MASK_ROTATION) + MASK_DELTA;
  }
}
