package io.twophase.embedded.query;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonBinaryReader;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a stored document that a query and an order ask about, and passes over the
 * others: of a million documents that are sorted, all but a few are read for nothing else.
 *
 * @param names of fields of the document itself
 */
public record StoredFields(Set<String> names) {

  private static final Set<String> OF_QUERIES = Set.of("$and", "$or", "$nor");

  /** Nothing where the query may ask about any field. */
  public static Optional<StoredFields> of(Document query, @Nullable Document orderBy) {
    Set<String> names = new HashSet<>();
    if (orderBy != null) {
      orderBy.keySet().forEach(path -> names.add(first(path)));
    }
    return addNames(query, names) ? Optional.of(new StoredFields(names)) : Optional.empty();
  }

  private static boolean addNames(Document query, Set<String> names) {
    for (Entry<String, Object> part : query.entrySet()) {
      String key = part.getKey();
      if (!key.startsWith("$")) {
        names.add(first(key));
      } else if (!OF_QUERIES.contains(key)
          || !(part.getValue() instanceof List<?> members)
          || !members.stream()
              .allMatch(member -> member instanceof Document one && addNames(one, names))) {
        return false;
      }
    }
    return true;
  }

  private static String first(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** The document with these fields only, as far as it has them. */
  public Document read(byte[] stored) {
    Document read = new Document();
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(stored))) {
      reader.readStartDocument();
      while (read.size() < names.size()) {
        BsonType type = reader.readBsonType();
        if (type == BsonType.END_OF_DOCUMENT) {
          return read;
        }
        String name = reader.readName();
        int from = reader.getBsonInput().getPosition();
        reader.skipValue();
        if (names.contains(name)) {
          ByteBuf value =
              Unpooled.wrappedBuffer(stored, from, reader.getBsonInput().getPosition() - from);
          read.put(name, BsonDecoder.decodeValue((byte) type.getValue(), value));
        }
      }
      return read;
    }
  }
}
