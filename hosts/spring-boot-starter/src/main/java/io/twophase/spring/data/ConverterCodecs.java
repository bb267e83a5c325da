package io.twophase.spring.data;

import java.util.Collection;
import java.util.Map;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoSimpleTypes;

/**
 * Codecs of the host's entities by Spring Data's converter, so that Twophase writes a document as
 * the host's repositories do. What the driver knows itself is left to the driver.
 */
final class ConverterCodecs implements CodecProvider {

  private final MongoConverter converter;

  ConverterCodecs(MongoConverter converter) {
    this.converter = converter;
  }

  @Override
  public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
    return isEntity(type)
        ? new ConverterCodec<>(type, converter, registry, registry.get(Document.class))
        : null;
  }

  private boolean isEntity(Class<?> type) {
    return !MongoSimpleTypes.HOLDER.isSimpleType(type)
        && (converter.getCustomConversions().hasCustomWriteTarget(type)
            || !(type.isArray()
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Bson.class.isAssignableFrom(type)
                || BsonValue.class.isAssignableFrom(type)));
  }
}
