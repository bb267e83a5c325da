package io.twophase.adapter.mongo;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoClientSettings;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.EntityMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonValue;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.PojoCodecProvider;

/**
 * Translates a host's own documents to what transactions are made of, and back, by the driver's
 * codecs: {@code org.bson.Document}, records, plain Java objects, and whatever else the host has a
 * codec for. Thread-safe if the codecs are.
 */
public final class DocumentMapper implements EntityMapper {

  private static final String VALUE = "value";

  private final CodecRegistry codecs;

  /** By the types of entities. */
  private final Map<Class<?>, CollectionName> collections;

  private DocumentMapper(CodecRegistry codecs, Map<Class<?>, CollectionName> collections) {
    this.codecs = codecs;
    this.collections = Map.copyOf(collections);
  }

  /**
   * By the codecs that the driver has by default, and for plain Java objects by their fields. A
   * {@code UUID} is binary data of subtype 4, as in {@link Value#of}.
   */
  public static DocumentMapper byDefaultCodecs() {
    return by(
        CodecRegistries.withUuidRepresentation(
            CodecRegistries.fromRegistries(
                MongoClientSettings.getDefaultCodecRegistry(),
                CodecRegistries.fromProviders(PojoCodecProvider.builder().automatic(true).build())),
            UuidRepresentation.STANDARD));
  }

  /** By a host's own codecs. */
  public static DocumentMapper by(CodecRegistry codecs) {
    return new DocumentMapper(codecs, Map.of());
  }

  /**
   * This mapper, which knows entities of a type too: functions read and save them by their type.
   *
   * @param collection where their documents are, in the store's own database
   */
  public DocumentMapper with(Class<?> type, String collection) {
    Map<Class<?>, CollectionName> more = new HashMap<>(collections);
    more.put(type, CollectionName.of(collection));
    return new DocumentMapper(codecs, more);
  }

  @Override
  public DocumentRef ref(Class<?> type, Object key) {
    return collection(type).document(value(key));
  }

  @Override
  public DocumentRef ref(Object entity) {
    return ref(collection(entity.getClass()), entity);
  }

  @Override
  public <T> T toObject(Value value, Class<T> type) {
    BsonDocumentReader reader =
        new BsonDocumentReader(new BsonDocument(VALUE, Values.encode(value)));
    reader.readStartDocument();
    reader.readName(VALUE);
    return codecs.get(type).decode(reader, DecoderContext.builder().build());
  }

  /**
   * A value of any type that there is a codec for: an {@code ObjectId}, a {@code Decimal128}, an
   * embedded object.
   *
   * @throws org.bson.codecs.configuration.CodecConfigurationException if there is no codec for it
   */
  @Override
  public Value value(Object object) {
    return Values.decode(encoded(object));
  }

  /**
   * The fields of a document, without its {@code _id}.
   *
   * @throws IllegalArgumentException if it is no document
   * @throws org.bson.codecs.configuration.CodecConfigurationException if there is no codec for it
   */
  @Override
  public Fields fields(Object document) {
    BsonDocument fields = documentOf(document).clone();
    fields.remove(Names.ID);
    return Values.fields(fields);
  }

  /**
   * Names a document by the {@code _id} that it has.
   *
   * @throws IllegalArgumentException if it is no document, or has no {@code _id}
   * @throws org.bson.codecs.configuration.CodecConfigurationException if there is no codec for it
   */
  public DocumentRef ref(CollectionName collection, Object document) {
    BsonValue id = documentOf(document).get(Names.ID);
    if (id == null) {
      throw new IllegalArgumentException("a document without an _id: " + document);
    }
    return collection.document(Values.decode(id));
  }

  /**
   * A document as an object of the host's.
   *
   * @throws org.bson.codecs.configuration.CodecConfigurationException if there is no codec for the
   *     type, or the fields are not those of the type
   */
  @Override
  public <T> T entity(DocumentRef ref, Fields fields, Class<T> type) {
    BsonDocument whole = doc(Names.ID, Values.encode(ref.id()));
    whole.putAll(Values.document(fields));
    return codecs.get(type).decode(new BsonDocumentReader(whole), DecoderContext.builder().build());
  }

  private CollectionName collection(Class<?> type) {
    CollectionName named = collections.get(type);
    if (named == null) {
      throw new IllegalArgumentException(
          "no collection is named for " + type.getName() + ": name it by DocumentMapper.with");
    }
    return named;
  }

  private BsonDocument documentOf(Object document) {
    if (encoded(document) instanceof BsonDocument fields) {
      return fields;
    }
    throw new IllegalArgumentException("no document: " + document);
  }

  private BsonValue encoded(Object object) {
    BsonDocument wrapper = new BsonDocument();
    try (BsonDocumentWriter writer = new BsonDocumentWriter(wrapper)) {
      writer.writeStartDocument();
      writer.writeName(VALUE);
      encode(writer, object);
      writer.writeEndDocument();
    }
    return Objects.requireNonNull(wrapper.get(VALUE));
  }

  @SuppressWarnings("unchecked") // the codec of an object's own class encodes it
  private <T> void encode(BsonDocumentWriter writer, T object) {
    Codec<T> codec = (Codec<T>) codecs.get(object.getClass());
    codec.encode(writer, object, EncoderContext.builder().build());
  }
}
