package io.twophase.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Machine-readable answers: maps, lists, texts and numbers, in the order they were put. */
public final class Json {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** On one line, with a space behind each colon and comma. */
  private static final ObjectWriter LINE =
      new ObjectMapper()
          .writer(
              new MinimalPrettyPrinter() {
                private static final long serialVersionUID = 1L;

                @Override
                public void writeObjectFieldValueSeparator(JsonGenerator out) throws IOException {
                  out.writeRaw(": ");
                }

                @Override
                public void writeObjectEntrySeparator(JsonGenerator out) throws IOException {
                  out.writeRaw(", ");
                }

                @Override
                public void writeArrayValueSeparator(JsonGenerator out) throws IOException {
                  out.writeRaw(", ");
                }
              });

  private Json() {}

  /** An object of names and values in turn; a null value leaves its name out. */
  public static Map<String, Object> object(@Nullable Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      Object value = namesAndValues[at + 1];
      if (value != null) {
        object.put(String.valueOf(namesAndValues[at]), value);
      }
    }
    return object;
  }

  /**
   * Why a command has not done what it was asked for: the same of a refusal and of a failure.
   *
   * @param exitCode that of the command
   * @param kind what machines go by
   * @param message one line for people
   */
  public static Map<String, Object> error(int exitCode, String kind, String message) {
    return object("exitCode", exitCode, "kind", kind, "message", message);
  }

  /** An object that is JSON already; numbers keep their digits. */
  public static Map<String, Object> parsed(String json) {
    try {
      return MAPPER.readValue(json, new TypeReference<LinkedHashMap<String, Object>>() {});
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a text that is no JSON", impossible);
    }
  }

  /** The value on one line. */
  public static String line(Object value) {
    try {
      return LINE.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an answer that is no JSON", impossible);
    }
  }

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an answer that is no JSON", impossible);
    }
  }
}
