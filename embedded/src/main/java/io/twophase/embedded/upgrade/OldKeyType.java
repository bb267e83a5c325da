package io.twophase.embedded.upgrade;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** How the keys of documents lie in the older format. */
final class OldKeyType extends BasicDataType<byte[]> {

  static final OldKeyType INSTANCE = new OldKeyType();

  /** An object and its header: what a key weighs beside its bytes. */
  private static final int OVERHEAD = 24;

  private OldKeyType() {}

  @Override
  public int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }

  @Override
  public int getMemory(byte[] key) {
    return OVERHEAD + key.length;
  }

  @Override
  public void write(WriteBuffer out, byte[] key) {
    throw new UnsupportedOperationException("the older format is only read");
  }

  @Override
  public byte[] read(ByteBuffer in) {
    byte[] bytes = new byte[DataUtils.readVarInt(in)];
    in.get(bytes);
    return bytes;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }
}
