package io.twophase.console.view;

import io.twophase.adapter.mongo.document.ExtendedJson;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Addresses of the console's pages, below the place where it is mounted. */
public final class Links {

  private Links() {}

  /** The page of a transaction, or of a batch that is one. */
  public static String transaction(String id) {
    return (id.startsWith(TransactionId.BATCH_PREFIX) ? "/batch?id=" : "/transaction?id=")
        + encoded(id);
  }

  /** The page of an account. */
  public static String account(AccountId id) {
    return "/account?id=" + encoded(id.value());
  }

  /** The page of a document. */
  public static String document(DocumentRef document) {
    CollectionName collection = document.collection();
    return "/document?"
        + query(
            Json.object(
                "collection", collection.collection(),
                "database", collection.database(),
                "cluster", collection.cluster(),
                "id", id(document.id())));
  }

  /** Names and values as the query of an address. */
  public static String query(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(one -> encoded(one.getKey()) + "=" + encoded(String.valueOf(one.getValue())))
        .collect(Collectors.joining("&"));
  }

  /** A text for the query of an address. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** An id of a document as {@link #parsed} reads it. */
  static String id(Value id) {
    if (id instanceof Value.Text text && isPlain(text.value())) {
      return text.value();
    }
    String whole = ExtendedJson.text(Fields.of(new Field("v", id)));
    String json = whole.substring(whole.indexOf(':') + 1, whole.length() - 1).strip();
    return json.startsWith("{") ? json : "[" + json + "]";
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty()
        && text.equals(text.strip())
        && !text.startsWith("{")
        && !text.startsWith("[");
  }

  /**
   * The id of a document of a parameter: text as it is; in braces, Extended JSON; in brackets, the
   * Extended JSON of any one value; or what is wrong with it.
   */
  public static Either<String, Value> parsed(String id) {
    if (id.startsWith("{")) {
      return ExtendedJson.parse(id);
    }
    return id.startsWith("[")
        ? ExtendedJson.parse(id).flatMap(Links::only)
        : Either.right(new Value.Text(id));
  }

  private static Either<String, Value> only(Value value) {
    return value instanceof Value.Array array && array.values().size() == 1
        ? Either.right(array.values().get(0))
        : Either.left("brackets are around one value");
  }
}
