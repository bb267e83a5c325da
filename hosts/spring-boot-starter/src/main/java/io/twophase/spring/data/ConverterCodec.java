package io.twophase.spring.data;

import java.util.Objects;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.springframework.data.mongodb.core.convert.MongoConverter;

/**
 * The codec of one type of a host's entities, by Spring Data's converter.
 *
 * @param type of the entities
 * @param converter makes documents of them, and them of documents
 * @param codecs encode what the converter makes
 * @param documents decodes what the converter takes
 */
record ConverterCodec<T>(
    Class<T> type, MongoConverter converter, CodecRegistry codecs, Codec<Document> documents)
    implements Codec<T> {

  @Override
  public void encode(BsonWriter writer, T entity, EncoderContext context) {
    encodeStored(writer, stored(entity), context);
  }

  /** A document with its type, as Spring Data saves it, or what a converter of the host's makes. */
  private Object stored(T entity) {
    if (converter.getCustomConversions().hasCustomWriteTarget(type)) {
      return Objects.requireNonNull(converter.convertToMongoType(entity), "a converter made null");
    }
    Document document = new Document();
    converter.write(entity, document);
    return document;
  }

  @SuppressWarnings("unchecked") // the codec of a value's own class encodes it
  private <S> void encodeStored(BsonWriter writer, S stored, EncoderContext context) {
    Codec<S> codec = (Codec<S>) codecs.get(stored.getClass());
    codec.encode(writer, stored, context);
  }

  @Override
  public T decode(BsonReader reader, DecoderContext context) {
    return converter.read(type, documents.decode(reader, context));
  }

  @Override
  public Class<T> getEncoderClass() {
    return type;
  }
}
