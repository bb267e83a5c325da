package io.twophase.embedded.upgrade;

import io.twophase.embedded.failure.EmbeddedStoreException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads a journal of the older format, up to the frame that a kill left unfinished. */
final class OldJournal {

  private static final int MAGIC = 0x32504a31;
  private static final int HEADER = 12;
  private static final byte PUT = 1;

  private OldJournal() {}

  static void replay(Path file, OldStore.Target target) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      long left = Files.size(file);
      byte[] frame = nextFrame(file, in, left);
      while (frame != null) {
        apply(ByteBuffer.wrap(frame), target);
        left -= HEADER + frame.length;
        frame = nextFrame(file, in, left);
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException("the journal " + file + " cannot be read: " + e, e);
    }
  }

  /** The next frame's records, or null when there is no complete one. */
  private static byte @Nullable [] nextFrame(Path file, DataInputStream in, long left)
      throws IOException {
    if (left < HEADER) {
      return null;
    }
    if (in.readInt() != MAGIC) {
      throw damaged(file);
    }
    int length = in.readInt();
    int checksum = in.readInt();
    if (length < 0) {
      throw damaged(file);
    }
    if (length > left - HEADER) {
      requireUnfinished(file, in, checksum);
      return null;
    }
    byte[] records = new byte[length];
    in.readFully(records);
    CRC32 actual = new CRC32();
    actual.update(records);
    if ((int) actual.getValue() != checksum) {
      throw damaged(file);
    }
    return records;
  }

  /**
   * A kill leaves the beginning of one frame, and nothing after it. Where the rest of the file has
   * another frame, or is the whole of this one, the length is wrong.
   */
  private static void requireUnfinished(Path file, DataInputStream in, int checksum)
      throws IOException {
    CRC32 rest = new CRC32();
    int lastFour = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      rest.update(next);
      lastFour = (lastFour << 8) | next;
      if (lastFour == MAGIC) {
        throw damaged(file);
      }
    }
    if ((int) rest.getValue() == checksum) {
      throw damaged(file);
    }
  }

  private static EmbeddedStoreException damaged(Path file) {
    return new EmbeddedStoreException("the file " + file + " is damaged, or not a journal", null);
  }

  private static void apply(ByteBuffer records, OldStore.Target target) {
    while (records.hasRemaining()) {
      byte kind = records.get();
      String collection = new String(bytes(records), StandardCharsets.UTF_8);
      byte[] key = bytes(records);
      byte[] value = bytes(records);
      if (kind == PUT) {
        target.put(collection, key, value);
      } else {
        target.remove(collection, key);
      }
    }
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }
}
