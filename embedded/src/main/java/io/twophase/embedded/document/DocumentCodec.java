package io.twophase.embedded.document;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * A document and its stored bytes. What is stored is never a live object: an update works on a copy
 * of its own and puts new bytes in one step, so no reader meets a document half changed, and an
 * update that fails leaves nothing behind.
 */
public final class DocumentCodec {

  private static final int USUAL_SIZE = 512;

  private DocumentCodec() {}

  public static byte[] encode(Document document) {
    ByteBuf out = Unpooled.buffer(USUAL_SIZE);
    BsonEncoder.encodeDocument(document, out);
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  public static Document decode(byte[] bytes) {
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
  }
}
