package io.twophase.app.testing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** A message of MongoDB's wire protocol, as it is. */
public final class WireMessage {

  private static final int HEADER = 16;
  private static final int REQUEST_ID = 4;
  private static final int RESPONSE_TO = 8;
  private static final int OPERATION = 12;
  private static final int OP_MSG = 2013;

  /** Of an OP_MSG: behind the header come the flags, and the kind of the first section. */
  private static final int FIRST_SECTION = HEADER + 4 + 1;

  private static final byte DOCUMENT_SEQUENCE = 1;

  private final byte[] bytes;

  private WireMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The next message; nothing at the end of the stream. */
  public static Optional<WireMessage> read(InputStream stream) throws IOException {
    byte[] length = stream.readNBytes(4);
    if (length.length < 4) {
      return Optional.empty();
    }
    int size = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] bytes = new byte[size];
    System.arraycopy(length, 0, bytes, 0, 4);
    if (stream.readNBytes(bytes, 4, size - 4) < size - 4) {
      throw new EOFException("the stream ended within a message");
    }
    return Optional.of(new WireMessage(bytes));
  }

  /** Writes it as it was read. */
  public void write(OutputStream stream) throws IOException {
    stream.write(bytes);
  }

  /** Its number. */
  public int requestId() {
    return number(REQUEST_ID);
  }

  /** The number of the request that it answers. */
  public int responseTo() {
    return number(RESPONSE_TO);
  }

  /** The command, or the answer to one, without what it carries in further sections. */
  public BsonDocument body() {
    return number(OPERATION) == OP_MSG
        ? new RawBsonDocument(bytes, FIRST_SECTION, number(FIRST_SECTION))
        : new BsonDocument();
  }

  /** The first of the documents that a command carries beside its body, if it carries any. */
  public Optional<BsonDocument> firstCarried() {
    if (number(OPERATION) != OP_MSG) {
      return Optional.empty();
    }
    int section = FIRST_SECTION + number(FIRST_SECTION);
    if (section >= bytes.length || bytes[section] != DOCUMENT_SEQUENCE) {
      return Optional.empty();
    }
    // its kind, its size, its name that ends with a zero
    int document = section + 1 + 4;
    while (bytes[document] != 0) {
      document++;
    }
    document++;
    return Optional.of(new RawBsonDocument(bytes, document, number(document)));
  }

  private int number(int offset) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
  }

  @Override
  public String toString() {
    return body().toJson();
  }
}
