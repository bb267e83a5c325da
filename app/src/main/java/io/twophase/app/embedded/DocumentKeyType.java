package io.twophase.app.embedded;

import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** How the MVStore sorts and writes a document's key. */
final class DocumentKeyType extends BasicDataType<DocumentKey> {

  static final DocumentKeyType INSTANCE = new DocumentKeyType();

  /** An object, an array and their headers: what a key weighs beside its bytes. */
  private static final int OVERHEAD = 40;

  private DocumentKeyType() {}

  @Override
  public int compare(DocumentKey one, DocumentKey other) {
    return one.compareTo(other);
  }

  @Override
  public int getMemory(DocumentKey key) {
    return OVERHEAD + key.bytes().length;
  }

  @Override
  public void write(WriteBuffer out, DocumentKey key) {
    out.putVarInt(key.bytes().length).put(key.bytes());
  }

  @Override
  public DocumentKey read(ByteBuffer in) {
    byte[] bytes = new byte[DataUtils.readVarInt(in)];
    in.get(bytes);
    return DocumentKey.ofBytes(bytes);
  }

  @Override
  public DocumentKey[] createStorage(int size) {
    return new DocumentKey[size];
  }
}
