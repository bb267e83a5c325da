package io.twophase.adapter.mongo.network;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** A message of MongoDB's wire protocol, as it is. */
public final class WireMessage {

  private static final int HEADER = 16;
  private static final int OPERATION = 12;
  private static final int OP_MSG = 2013;

  /** Of an OP_MSG: more messages follow that answer the same request. */
  private static final int MORE_TO_COME = 2;

  /** Of an OP_MSG: behind the header come the flags, and the kind of the first section. */
  private static final int FIRST_SECTION = HEADER + 4 + 1;

  private final byte[] bytes;

  private WireMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The next message; nothing at the end of the stream. */
  static Optional<WireMessage> read(InputStream stream) throws IOException {
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

  /** Sends it. */
  void write(OutputStream stream) throws IOException {
    stream.write(bytes);
  }

  /** The command, or the answer to one, without what it carries in further sections. */
  public BsonDocument body() {
    return number(OPERATION) == OP_MSG
        ? new RawBsonDocument(bytes, FIRST_SECTION, number(FIRST_SECTION))
        : new BsonDocument();
  }

  /** Whether it is a command of this name. */
  public boolean isOf(String command) {
    return !body().isEmpty() && body().getFirstKey().equals(command);
  }

  /** The documents that a command carries under a name, in itself or in a further section. */
  public List<BsonDocument> carried(String name) {
    BsonDocument body = body();
    List<BsonDocument> documents = new ArrayList<>();
    if (body.isArray(name)) {
      body.getArray(name).forEach(value -> documents.add(value.asDocument()));
    }
    int section = body.isEmpty() ? bytes.length : FIRST_SECTION + number(FIRST_SECTION);
    while (section < bytes.length) {
      // a sequence: its kind, its size without the kind, its name, and document after document
      int end = section + 1 + number(section + 1);
      int at = section + 1 + Integer.BYTES;
      int nameEnd = at;
      while (bytes[nameEnd] != 0) {
        nameEnd++;
      }
      boolean asked = name.equals(new String(bytes, at, nameEnd - at, StandardCharsets.UTF_8));
      for (int from = nameEnd + 1; asked && from < end; from += number(from)) {
        documents.add(new RawBsonDocument(bytes, from, number(from)));
      }
      section = end;
    }
    return documents;
  }

  boolean isFollowedByMore() {
    return number(OPERATION) == OP_MSG && (number(HEADER) & MORE_TO_COME) != 0;
  }

  private int number(int offset) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
  }

  @Override
  public String toString() {
    return body().toJson();
  }
}
