package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.array;
import static io.twophase.adapter.mongo.document.Docs.bson;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.transaction.State;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The codecs' demands on a document, as MongoDB's {@code $jsonSchema} (JSON Schema draft 4 with
 * {@code bsonType}). It is about documents of the version that this code writes: those of the
 * tutorial, which have none until they are adopted, and those of a newer one are let through.
 * Fields that are not ours may be there. What a schema cannot say, such as that the figures add up,
 * only the codecs check.
 *
 * <p>The schemas are in {@code schemas.json}, of parts that have names: {@code "@text"} stands for
 * the part {@code text}, for a server knows no references. Only what the codecs have as constants
 * is put in here.
 */
public final class Schemas {

  private static final String PARTS = "schemas.json";
  private static final char REFERENCE = '@';

  private Schemas() {}

  /** Returns the schema of an account. */
  public static BsonDocument accounts() {
    return schema("accounts");
  }

  /** Returns the schema of a transaction record. */
  public static BsonDocument transactions() {
    return schema("transactions");
  }

  private static BsonDocument schema(String name) {
    BsonDocument parts =
        read()
            .append("versions", array(List.of(Field.CURRENT_VERSION)))
            .append("states", names(State.values()))
            .append("states of canceled", names(State.CANCELING, State.CANCELED));
    return whole(bson(REFERENCE + name), parts).asDocument();
  }

  private static BsonDocument read() {
    try (InputStream in = Schemas.class.getResourceAsStream(PARTS)) {
      return BsonDocument.parse(
          new String(Objects.requireNonNull(in, PARTS).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static BsonArray names(State... states) {
    return array(Arrays.stream(states).flatMap(state -> StateNames.all(state).stream()).toList());
  }

  /** The value with the parts that it names. */
  private static BsonValue whole(BsonValue value, BsonDocument parts) {
    if (value.isDocument()) {
      BsonDocument whole = new BsonDocument();
      value.asDocument().forEach((name, inner) -> whole.append(name, whole(inner, parts)));
      return whole;
    } else if (value.isArray()) {
      return array(value.asArray().stream().map(inner -> whole(inner, parts)).toList());
    }
    boolean isName = value.isString() && value.asString().getValue().indexOf(REFERENCE) == 0;
    return isName ? whole(part(value.asString().getValue().substring(1), parts), parts) : value;
  }

  private static BsonValue part(String name, BsonDocument parts) {
    return Objects.requireNonNull(parts.get(name), name);
  }
}
