package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A checksum before each value, of the value and the key that it belongs to. */
final class Checksums {

  private static final int SIZE = Integer.BYTES;

  private Checksums() {}

  static byte[] added(byte[] key, byte[] value) {
    return ByteBuffer.allocate(SIZE + value.length).putInt(of(key, value, 0)).put(value).array();
  }

  /** The value without the checksum, which must be right. */
  static byte[] verified(Path directory, byte[] key, byte[] stored) {
    if (stored.length < SIZE || ByteBuffer.wrap(stored).getInt() != of(key, stored, SIZE)) {
      throw new DamagedStoreException(
          directory,
          "the entry '" + printable(key) + "' is not what was written under this key",
          null);
    }
    return Arrays.copyOfRange(stored, SIZE, stored.length);
  }

  private static int of(byte[] key, byte[] bytes, int from) {
    CRC32C checksum = new CRC32C();
    checksum.update(key);
    checksum.update(bytes, from, bytes.length - from);
    return (int) checksum.getValue();
  }

  private static String printable(byte[] key) {
    return new String(key, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
  }
}
