package io.twophase.app.embedded;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads a journal back, up to the first frame that a kill left unfinished. */
final class JournalReader {

  /** What a journal's changes are applied to. */
  interface Target {
    void put(String map, DocumentKey key, byte[] value);

    void remove(String map, DocumentKey key);
  }

  private JournalReader() {}

  static void replay(Path file, Target target) {
    try (DataInputStream in = new DataInputStream(buffered(file))) {
      long left = Files.size(file);
      byte[] frame = nextFrame(file, in, left);
      while (frame != null) {
        apply(ByteBuffer.wrap(frame), target);
        left -= Journal.HEADER + frame.length;
        frame = nextFrame(file, in, left);
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException("the journal " + file + " cannot be read: " + e, e);
    }
  }

  private static InputStream buffered(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  /** The next frame's records, or null when there is no complete one. */
  private static byte @Nullable [] nextFrame(Path file, DataInputStream in, long left)
      throws IOException {
    if (left < Journal.HEADER) {
      return null;
    }
    if (in.readInt() != Journal.MAGIC) {
      throw damaged(file);
    }
    int length = in.readInt();
    int checksum = in.readInt();
    if (length < 0 || length > left - Journal.HEADER) {
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

  /** A kill leaves the beginning of a frame, never something else in its place. */
  private static EmbeddedStoreException damaged(Path file) {
    return new EmbeddedStoreException("the file " + file + " is damaged, or not a journal", null);
  }

  private static void apply(ByteBuffer records, Target target) {
    while (records.hasRemaining()) {
      byte kind = records.get();
      String map = new String(bytes(records), StandardCharsets.UTF_8);
      DocumentKey key = DocumentKey.ofBytes(bytes(records));
      byte[] value = bytes(records);
      if (kind == Journal.PUT) {
        target.put(map, key, value);
      } else {
        target.remove(map, key);
      }
    }
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }
}
