package io.twophase.cli.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Machine-readable answers: maps, lists, texts and numbers, in the order they were put. */
public final class Json {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

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

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an answer that is no JSON", impossible);
    }
  }
}
