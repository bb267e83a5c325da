package io.twophase.spring.data;

import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.EntityMapper;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.data.mongodb.core.mapping.MongoPersistentProperty;

/**
 * Maps entities as repositories of Spring Data do: to the collection of their {@code @Document}, by
 * the {@code _id} that the converter makes of their {@code @Id}. A {@code @Version} is counted up
 * each time that an entity is written, and never compared.
 *
 * @param converter knows the entities
 * @param documents translates by that converter
 */
record ConverterMapper(MongoConverter converter, DocumentMapper documents) implements EntityMapper {

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
                    new IllegalArgumentException("the @Version of " + entity + ": " + impossible));
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
