package io.twophase.adapter.mongo.setup;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * As much of MongoDB's {@code $jsonSchema} as the schemas here use. A keyword that is not known is
 * an error, and not let through: a schema that a server would refuse shall not pass.
 */
public final class JsonSchema {

  private static final Map<String, String> TYPES =
      Map.of(
          "int64",
          "long",
          "binary",
          "binData",
          "int32",
          "int",
          "document",
          "object",
          "date_time",
          "date",
          "boolean",
          "bool");

  private JsonSchema() {}

  /** Whether {@code value} is as {@code schema} says. */
  public static boolean accepts(BsonDocument schema, BsonValue value) {
    return schema.entrySet().stream()
        .allMatch(keyword -> accepts(keyword.getKey(), keyword.getValue(), value));
  }

  private static boolean accepts(String keyword, BsonValue argument, BsonValue value) {
    return switch (keyword) {
      case "bsonType" -> argument.asString().getValue().equals(typeOf(value));
      case "enum" -> argument.asArray().stream().anyMatch(one -> isSame(one, value));
      case "minimum" ->
          !value.isNumber() || value.asNumber().longValue() >= argument.asNumber().longValue();
      case "minLength" ->
          !value.isString()
              || value.asString().getValue().length() >= argument.asNumber().intValue();
      case "pattern" ->
          !value.isString()
              || Pattern.compile(argument.asString().getValue())
                  .matcher(value.asString().getValue())
                  .find();
      case "minItems" ->
          !value.isArray() || value.asArray().size() >= argument.asNumber().intValue();
      case "maxItems" ->
          !value.isArray() || value.asArray().size() <= argument.asNumber().intValue();
      case "items" ->
          !value.isArray()
              || value.asArray().stream().allMatch(item -> accepts(argument.asDocument(), item));
      case "required" ->
          !value.isDocument()
              || argument.asArray().stream()
                  .allMatch(name -> value.asDocument().containsKey(name.asString().getValue()));
      case "properties" ->
          !value.isDocument() || areAccepted(argument.asDocument(), value.asDocument());
      case "allOf" -> count(argument.asArray(), value) == argument.asArray().size();
      case "anyOf" -> count(argument.asArray(), value) > 0;
      case "oneOf" -> count(argument.asArray(), value) == 1;
      case "not" -> !accepts(argument.asDocument(), value);
      default -> throw new IllegalArgumentException("unknown keyword " + keyword);
    };
  }

  private static boolean areAccepted(BsonDocument properties, BsonDocument document) {
    return properties.entrySet().stream()
        .filter(property -> document.containsKey(property.getKey()))
        .allMatch(
            property -> accepts(property.getValue().asDocument(), document.get(property.getKey())));
  }

  private static long count(BsonArray schemas, BsonValue value) {
    return schemas.stream().filter(schema -> accepts(schema.asDocument(), value)).count();
  }

  /** To a server, numbers of different types are the same. */
  private static boolean isSame(BsonValue one, BsonValue other) {
    boolean numbers = one.isNumber() && other.isNumber();
    return numbers
        ? one.asNumber().doubleValue() == other.asNumber().doubleValue()
        : one.equals(other);
  }

  private static String typeOf(BsonValue value) {
    String name = value.getBsonType().name().toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(name, name);
  }

  /** The document with these fields, and without one of that name. */
  public static BsonDocument changed(BsonDocument document, String change) {
    BsonDocument parsed = BsonDocument.parse(change);
    parsed.forEach(
        (name, value) -> {
          if (name.equals("without")) {
            document.remove(value.asString().getValue());
          } else {
            document.put(name, value);
          }
        });
    return document;
  }
}
