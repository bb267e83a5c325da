package io.twophase.bench.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * One update, or removal, of a command; or the filter of a read.
 *
 * @param collection its full name
 * @param filter which documents
 * @param change the update's; empty for a removal and a read
 * @param isForMany whether it is for all that match
 */
record Statement(String collection, BsonDocument filter, BsonDocument change, boolean isForMany) {

  private static final String ID = "_id";
  private static final Set<String> COMBINING = Set.of("$and", "$or", "$nor");
  private static final Set<String> ARRAY_CHANGES =
      Set.of("$push", "$addToSet", "$pull", "$pullAll", "$pop");
  private static final Set<String> TAKING = Set.of("$pull", "$pullAll", "$addToSet");

  /** The ids that the filter names; none if it finds documents by other means. */
  List<BsonValue> ids() {
    return ids(filter);
  }

  private static List<BsonValue> ids(BsonDocument filter) {
    List<BsonValue> ids = new ArrayList<>();
    filter.forEach(
        (field, value) -> {
          if (field.equals(ID) && !isOperators(value)) {
            ids.add(value);
          } else if (field.equals(ID) && value.asDocument().containsKey("$eq")) {
            ids.add(value.asDocument().get("$eq"));
          } else if (field.equals(ID) && value.asDocument().containsKey("$in")) {
            ids.addAll(value.asDocument().getArray("$in"));
          } else if (field.equals("$and")) {
            value.asArray().forEach(each -> ids.addAll(ids(each.asDocument())));
          }
        });
    return ids;
  }

  /** How many predicates there are beside the ids. */
  int predicates() {
    return predicates(filter).size();
  }

  /** How many elements of the document's arrays the predicates and the change go through. */
  int elements(BsonDocument document) {
    Stream<String> paths =
        Stream.concat(
            predicates(filter).stream().filter(Predicate::isOuter).map(Predicate::path),
            operators(TAKING).map(Map.Entry::getKey));
    return paths.mapToInt(path -> Paths.arrayLength(document, path)).sum();
  }

  /** How many arrays the change adds to or takes from. */
  long arrayChanges() {
    return operators(ARRAY_CHANGES).count();
  }

  /** How many arrays the change also cuts. */
  long cutArrays() {
    return operators(Set.of("$push"))
        .filter(push -> push.getValue().isDocument())
        .filter(push -> push.getValue().asDocument().containsKey("$slice"))
        .count();
  }

  private Stream<Map.Entry<String, BsonValue>> operators(Set<String> names) {
    return change.entrySet().stream()
        .filter(operator -> names.contains(operator.getKey()))
        .flatMap(operator -> operator.getValue().asDocument().entrySet().stream());
  }

  /**
   * A predicate.
   *
   * @param path of what it is about, in the document
   * @param isOuter whether it goes through the array at its path by itself; the conditions of an
   *     {@code $elemMatch} go through it together
   */
  private record Predicate(String path, boolean isOuter) {}

  private static List<Predicate> predicates(BsonDocument filter) {
    List<Predicate> predicates = new ArrayList<>();
    filter.forEach(
        (field, value) -> {
          if (COMBINING.contains(field)) {
            value.asArray().forEach(each -> predicates.addAll(predicates(each.asDocument())));
          } else if (!field.equals(ID) || !isLookup(value)) {
            predicates.addAll(ofField(field, value));
          }
        });
    return predicates;
  }

  private static List<Predicate> ofField(String field, BsonValue value) {
    if (!isOperators(value)) {
      return List.of(new Predicate(field, true));
    }
    List<Predicate> predicates = new ArrayList<>();
    value
        .asDocument()
        .forEach(
            (operator, operand) -> {
              if (operator.equals("$not") && isOperators(operand)) {
                predicates.addAll(ofField(field, operand));
              } else if (operator.equals("$elemMatch")) {
                int inner = inner(operand.asDocument());
                for (int at = 0; at < inner; at++) {
                  predicates.add(new Predicate(field, at == 0));
                }
              } else {
                predicates.add(new Predicate(field, true));
              }
            });
    return predicates;
  }

  private static int inner(BsonDocument conditions) {
    boolean ofElement = isOperators(conditions) && !COMBINING.contains(conditions.getFirstKey());
    return ofElement ? conditions.size() : Math.max(1, predicates(conditions).size());
  }

  private static boolean isLookup(BsonValue id) {
    return !isOperators(id) || Set.of("$in", "$eq").containsAll(id.asDocument().keySet());
  }

  private static boolean isOperators(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().startsWith("$");
  }
}
