package io.twophase.bench.cost;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What is at a dotted path of a document. */
final class Paths {

  private Paths() {}

  /** The length of the array that a path meets first; 0 if it meets none. */
  static int arrayLength(BsonDocument document, String path) {
    BsonValue at = document;
    for (String part : parts(path)) {
      if (!at.isDocument()) {
        return 0;
      }
      BsonValue next = at.asDocument().get(part);
      if (next == null) {
        return 0;
      }
      if (next.isArray()) {
        return next.asArray().size();
      }
      at = next;
    }
    return 0;
  }

  /** The values at a path, of each element where an array is on the way; none if it is absent. */
  static List<BsonValue> values(BsonValue at, String path) {
    return values(at, parts(path));
  }

  private static List<BsonValue> values(BsonValue at, List<String> parts) {
    if (parts.isEmpty()) {
      return at.isArray() ? List.copyOf(at.asArray()) : List.of(at);
    }
    List<String> rest = parts.subList(1, parts.size());
    List<BsonValue> found = new ArrayList<>();
    if (at.isDocument() && at.asDocument().containsKey(parts.get(0))) {
      found.addAll(values(at.asDocument().get(parts.get(0)), rest));
    }
    if (at.isArray()) {
      if (isIndex(parts.get(0), at.asArray().size())) {
        found.addAll(values(at.asArray().get(Integer.parseInt(parts.get(0))), rest));
      }
      at.asArray().stream()
          .filter(BsonValue::isDocument)
          .forEach(element -> found.addAll(values(element, parts)));
    }
    return found;
  }

  private static boolean isIndex(String part, int size) {
    return part.matches("\\d{1,9}") && Integer.parseInt(part) < size;
  }

  private static List<String> parts(String path) {
    return List.of(path.split("\\.", -1));
  }
}
