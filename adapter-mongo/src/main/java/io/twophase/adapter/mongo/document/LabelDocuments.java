package io.twophase.adapter.mongo.document;

import io.twophase.domain.transaction.Labels;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * What is said about a transaction, on the wire: {@code reference: "invoice 7", metadata: {order:
 * "o1"}}.
 */
public final class LabelDocuments {

  private LabelDocuments() {}

  /** Appends them to a record's document; nothing of what is not said. */
  static void write(Labels labels, BsonDocument document) {
    labels
        .reference()
        .forEach(reference -> document.append(Field.REFERENCE, new BsonString(reference)));
    if (!labels.metadata().isEmpty()) {
      BsonDocument metadata = new BsonDocument();
      labels.metadata().forEach((key, value) -> metadata.append(key, new BsonString(value)));
      document.append(Field.METADATA, metadata);
    }
  }

  /**
   * What is said, as far as it is a label by the rules: nothing that is decided depends on it, so
   * whatever else somebody has written there makes no record unreadable.
   */
  static Labels read(Fields fields) {
    BsonDocument document = fields.document();
    Map<String, String> metadata = new LinkedHashMap<>();
    if (document.get(Field.METADATA) instanceof BsonDocument entries) {
      entries.forEach(
          (key, value) -> {
            if (value.isString()) {
              metadata.put(key, value.asString().getValue());
            }
          });
    }
    Option<String> reference =
        document.get(Field.REFERENCE) instanceof BsonString text
            ? Option.some(text.getValue())
            : Option.none();
    return Labels.of(reference, metadata).getOrElse(Labels.NONE);
  }

  /** Adds to a filter that all of {@code wanted} is said. */
  public static void require(Labels wanted, BsonDocument filter) {
    wanted
        .reference()
        .forEach(reference -> filter.append(Field.REFERENCE, new BsonString(reference)));
    wanted
        .metadata()
        .forEach(
            (key, value) -> filter.append(Field.path(Field.METADATA, key), new BsonString(value)));
  }
}
