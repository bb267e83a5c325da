package io.twophase.ports;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;

/**
 * Translates a host's own objects to documents and values, and back. Thread-safe. Each method
 * throws an {@link IllegalArgumentException} if the mapper does not know the object's type.
 */
public interface EntityMapper {

  /** A mapper that knows no type: the store has none, and the host has given none. */
  EntityMapper NONE =
      new EntityMapper() {
        @Override
        public DocumentRef ref(Class<?> type, Object key) {
          throw unknown(type);
        }

        @Override
        public DocumentRef ref(Object entity) {
          throw unknown(entity.getClass());
        }

        @Override
        public Fields fields(Object entity) {
          throw unknown(entity.getClass());
        }

        @Override
        public <T> T entity(DocumentRef ref, Fields fields, Class<T> type) {
          throw unknown(type);
        }

        @Override
        public Value value(Object object) {
          return Value.of(object);
        }

        @Override
        public <T> T toObject(Value value, Class<T> type) {
          throw unknown(type);
        }

        private IllegalArgumentException unknown(Class<?> type) {
          return new IllegalArgumentException(
              "no mapper knows " + type.getName() + ": give one to the builder of TwoPhase");
        }
      };

  /** Names the document of a type, by an {@code _id} as entities of the type have it. */
  DocumentRef ref(Class<?> type, Object key);

  /** Names the document of an entity, by the {@code _id} that the entity has. */
  DocumentRef ref(Object entity);

  /** The fields of an entity's document, without its {@code _id}. */
  Fields fields(Object entity);

  /** A document as an entity of the type. */
  <T> T entity(DocumentRef ref, Fields fields, Class<T> type);

  /** An object as a value of BSON. */
  Value value(Object object);

  /** A value of BSON as an object of the type: {@link #value} backwards. */
  <T> T toObject(Value value, Class<T> type);
}
