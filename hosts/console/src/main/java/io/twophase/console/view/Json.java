package io.twophase.console.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Machine-readable answers: maps, lists, texts and numbers, in the order they were put. */
public final class Json {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** On one line, with a space behind each colon and comma. */
  private static final ObjectWriter LINE =
      new ObjectMapper()
          .writer(
              new DefaultPrettyPrinter(
                      new Separators()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                          .withObjectEntrySpacing(Separators.Spacing.AFTER)
                          .withArrayValueSpacing(Separators.Spacing.AFTER)
                          .withObjectEmptySeparator("")
                          .withArrayEmptySeparator(""))
                  .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
                  .withArrayIndenter(new DefaultPrettyPrinter.NopIndenter()));

  private Json() {}

  /**
   * An object of names and values in turn. A null value, and an option without one, leaves its name
   * out.
   */
  public static Map<String, Object> object(@Nullable Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      Object value = value(namesAndValues[at + 1]);
      if (value != null) {
        object.put(String.valueOf(namesAndValues[at]), value);
      }
    }
    return object;
  }

  /** The components of a record, and of the records in it, as objects of their names. */
  public static Map<String, Object> components(Record values) {
    return MAPPER.convertValue(values, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Names and values as objects that have them, under the name {@code name} and as a value. */
  public static List<Map<String, Object>> pairs(String name, Map<String, ?> values) {
    return values.entrySet().stream()
        .map(one -> object(name, one.getKey(), "value", one.getValue()))
        .toList();
  }

  /** The objects of a list in an object of this class; they may be added to. */
  @SuppressWarnings("unchecked") // a list of objects has these
  public static List<Map<String, Object>> objects(List<?> list) {
    return (List<Map<String, Object>>) list;
  }

  /**
   * A value that JSON has: an option becomes its value, a constant its name in lower case, and an
   * object of any other class, such as an id or a moment, its text.
   */
  private static @Nullable Object value(@Nullable Object value) {
    if (value instanceof Optional<?> option) {
      return value(option.orElse(null));
    } else if (value instanceof Enum<?> constant) {
      return lower(constant);
    } else if (value instanceof Collection<?> all) {
      return all.stream().map(Json::value).toList();
    }
    return value == null
            || value instanceof Map
            || value instanceof Number
            || value instanceof Boolean
        ? value
        : value.toString();
  }

  /** The name of a constant as answers have it. */
  public static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
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

  /** The object's values of these names as text; the parts of a list are apart by a space. */
  public static String[] cells(Map<String, Object> json, String... names) {
    return Stream.of(names).map(name -> cell(json.getOrDefault(name, ""))).toArray(String[]::new);
  }

  private static String cell(Object value) {
    return value instanceof List<?> all
        ? all.stream().map(String::valueOf).collect(Collectors.joining(" "))
        : value.toString();
  }
}
