package io.twophase.adapter.mongo.document;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.Objects;
import org.bson.BsonReader;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonReader;
import org.bson.json.JsonWriterSettings;
import org.bson.json.StrictJsonWriter;

/**
 * Values as MongoDB Extended JSON, version 2, in its relaxed form: numbers, texts and the like as
 * JSON has them, and all else as {@code {"$date": …}}.
 */
public final class ExtendedJson {

  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder()
          .outputMode(JsonMode.RELAXED)
          .int64Converter(ExtendedJson::writeInt64)
          .build();

  private ExtendedJson() {}

  /**
   * The value that a text stands for, or why it stands for none.
   *
   * @param json one JSON value, and nothing else
   */
  public static Either<String, Value> parse(String json) {
    BsonReader reader = new JsonReader(json);
    try {
      reader.readBsonType();
      return Either.right(
          Values.decode(new BsonValueCodec().decode(reader, DecoderContext.builder().build())));
    } catch (StackOverflowError tooDeep) {
      return Either.left(Values.TOO_DEEP);
    } catch (RuntimeException fault) {
      // the library throws a different one for each type of value
      return Either.left(Objects.requireNonNullElse(fault.getMessage(), "it is no such value"));
    }
  }

  /**
   * A document as one JSON object on one line, which {@link #parse} reads back without loss. Only a
   * value of the type DBPointer, which nobody stores any more, is read back as a document.
   */
  public static String text(Fields fields) {
    return Values.document(fields).toJson(RELAXED);
  }

  /** A small number would be read back as one of 32 bits, if nothing said that it is not. */
  private static void writeInt64(Long value, StrictJsonWriter writer) {
    if (value == value.intValue()) {
      writer.writeStartObject();
      writer.writeString("$numberLong", value.toString());
      writer.writeEndObject();
    } else {
      writer.writeNumber(value.toString());
    }
  }
}
