package io.twophase.embedded.storage;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.zip.CRC32C;

/**
 * One opening of a store for writes. Every batch in a log names the generation that wrote it, the
 * tables keep the generation that wrote them last, and the watermark names both: so files of
 * different ages, or of two copies that went different ways, are told apart where their numbers of
 * writes would fit.
 *
 * @param id drawn at random; 0 before the first opening
 * @param previous the generation before it
 */
record Generation(long id, long previous) {

  /** Of a store that was never open. */
  static final Generation NONE = new Generation(0, 0);

  private static final SecureRandom RANDOM = new SecureRandom();

  /** The generation that follows {@code id}. */
  static Generation after(long id) {
    return new Generation(RANDOM.nextLong(), id);
  }

  /** How a batch or a table names a generation. */
  static byte[] bytes(long id) {
    return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
  }

  long checksum() {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(id).putLong(previous).flip());
    return checksum.getValue();
  }
}
