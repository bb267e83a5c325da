package io.twophase.adapter.mongo.document;

import io.twophase.domain.value.Words;
import org.bson.BsonValue;

/** Values of documents, for messages. */
public final class BsonText {

  private static final int SHOWN = 60;

  private BsonText() {}

  /** A value in a few words: a string in quotes, long ones shortened. */
  public static String of(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> "'" + shortened(value.asString().getValue()) + "'";
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> Double.toString(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case OBJECT_ID -> value.asObjectId().getValue().toHexString();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      default -> shortened(value.toString());
    };
  }

  /** An id, of whatever type, as people write it: a string without quotes. */
  public static String ofId(BsonValue id) {
    return id.isString() ? id.asString().getValue() : of(id);
  }

  public static String shortened(String text) {
    return Words.cut(text, SHOWN);
  }
}
