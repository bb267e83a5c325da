package io.twophase.spring;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.EntityMapper;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoDatabaseUtils;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;
import org.springframework.data.mongodb.core.mapping.MongoSimpleTypes;

/**
 * The configuration of a host with Spring Data: documents go by its converter, and Twophase refuses
 * to write inside a transaction of a {@code MongoTransactionManager}.
 */
@AutoConfiguration(
    after = DataMongoAutoConfiguration.class,
    before = TwoPhaseAutoConfiguration.class)
@ConditionalOnClass({MongoConverter.class, DataMongoAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "twophase.enabled", matchIfMissing = true)
public final class TwoPhaseDataAutoConfiguration {

  /** Stands before the mapper of documents, in whose place a mapper of the host's own stands. */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(MongoConverter.class)
  EntityMapper twophaseEntityMapper(MongoConverter converter, DocumentMapper documents) {
    return new ConverterMapper(converter, documents);
  }

  @Bean
  @Fallback
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(MongoConverter.class)
  DocumentMapper twophaseConvertingMapper(
      MongoConverter converter, ObjectProvider<MongoClient> clients) {
    MongoClient client = clients.getIfUnique();
    return DocumentMapper.by(
        CodecRegistries.fromRegistries(
            CodecRegistries.fromProviders(new ConverterCodecs(converter)),
            // as repositories do: Boot's converter has the driver's defaults alone
            client == null ? converter.getCodecRegistry() : client.getCodecRegistry()));
  }

  /**
   * Refuses callers whose thread has a transaction of Spring Data open, on any of the databases.
   * First of all, so that a guard of the host's own takes its place.
   */
  @Bean
  @ConditionalOnMissingBean(name = "twophaseTransactionGuard")
  @Order(Ordered.HIGHEST_PRECEDENCE)
  TwoPhaseCustomizer twophaseTransactionGuard(ObjectProvider<MongoDatabaseFactory> databases) {
    List<MongoDatabaseFactory> all = databases.stream().toList();
    return builder ->
        builder.callerGuard(
            () -> {
              if (all.stream().anyMatch(MongoDatabaseUtils::isTransactionActive)) {
                throw new InsideTransactionException();
              }
            });
  }

  /**
   * Maps entities as repositories of Spring Data do: to the collection of their {@code @Document},
   * by the {@code _id} that the converter makes of their {@code @Id}. A {@code @Version} is counted
   * up each time that an entity is written, and never compared.
   *
   * @param converter knows the entities
   * @param documents translates by that converter
   */
  record ConverterMapper(MongoConverter converter, DocumentMapper documents)
      implements EntityMapper {

    @Override
    public DocumentRef ref(Class<?> type, Object key) {
      MongoPersistentProperty id = entity(type).getIdProperty();
      if (id == null) {
        throw new IllegalArgumentException(type.getName() + " has no @Id");
      }
      Object stored = Objects.requireNonNull(converter.convertId(key, id.getFieldType()));
      return collection(type).document(documents.value(stored));
    }

    @Override
    public DocumentRef ref(Object entity) {
      return documents.ref(collection(entity.getClass()), entity);
    }

    @Override
    public Fields fields(Object entity) {
      Fields fields = documents.fields(entity);
      MongoPersistentProperty version = entity(entity.getClass()).getVersionProperty();
      return version == null
          ? fields
          : Changes.of(FieldChange.inc(version.getFieldName(), 1))
              .applyTo(fields)
              .getOrElseThrow(
                  impossible ->
                      new IllegalArgumentException(
                          "the @Version of " + entity + ": " + impossible));
    }

    @Override
    public <T> T entity(DocumentRef ref, Fields fields, Class<T> type) {
      return documents.entity(ref, fields, type);
    }

    @Override
    public Value value(Object object) {
      return documents.value(object);
    }

    @Override
    public <T> T toObject(Value value, Class<T> type) {
      return documents.toObject(value, type);
    }

    private CollectionName collection(Class<?> type) {
      return CollectionName.of(entity(type).getCollection());
    }

    private MongoPersistentEntity<?> entity(Class<?> type) {
      @Nullable MongoPersistentEntity<?> entity =
          converter.getMappingContext().getPersistentEntity(type);
      if (entity == null) {
        throw new IllegalArgumentException(type.getName() + " is no entity of Spring Data");
      }
      return entity;
    }
  }

  /**
   * Codecs of the host's entities by Spring Data's converter, so that Twophase writes a document as
   * the host's repositories do. The types that the driver knows itself are left to the driver.
   */
  record ConverterCodecs(MongoConverter converter) implements CodecProvider {

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

    /**
     * A document with its type, as Spring Data saves it, or what a converter of the host's makes.
     */
    private Object stored(T entity) {
      if (converter.getCustomConversions().hasCustomWriteTarget(type)) {
        return Objects.requireNonNull(
            converter.convertToMongoType(entity), "a converter made null");
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
}
