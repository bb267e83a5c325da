package io.twophase.cli.run;

import com.fasterxml.jackson.core.JsonToken;
import io.twophase.cli.text.CommandFailure;
import io.twophase.domain.document.Guard;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads guards, which look as filters of MongoDB do: a field has a value, or operators say of the
 * field what is asked.
 */
final class GuardReader {

  static final String UNCHANGED = "$unchanged";
  static final String IS = "$eq";
  static final String IN = "$in";
  static final String EXISTS = "$exists";
  static final String AT_LEAST = "$gte";
  static final String AT_MOST = "$lte";

  private static final Set<String> OPERATORS = Set.of(IS, IN, EXISTS, AT_LEAST, AT_MOST);

  /** The names of a reference to a document, which Extended JSON leaves as it is. */
  private static final Set<String> REFERENCE = Set.of("$ref", "$id", "$db");

  private GuardReader() {}

  /** The guards, in their order. */
  static List<Guard> read(JsonPart where) {
    List<Guard> guards = new ArrayList<>();
    // a list where one field is asked the same of twice
    List<JsonPart> parts =
        where.token() == JsonToken.START_ARRAY ? where.elements() : List.of(where);
    for (JsonPart all : parts) {
      all.object()
          .members()
          .forEach(
              (name, part) -> {
                if (name.equals(UNCHANGED)) {
                  guards.add(unchanged(part));
                } else {
                  add(part.checked(() -> FieldPath.of(name)), part, guards);
                }
              });
    }
    return guards;
  }

  private static void add(FieldPath path, JsonPart part, List<Guard> guards) {
    if (part.token() == JsonToken.START_OBJECT
        && part.members().keySet().stream().anyMatch(OPERATORS::contains)) {
      for (Map.Entry<String, JsonPart> operator : part.members().entrySet()) {
        guards.add(guard(path, operator.getKey(), operator.getValue()));
      }
    } else {
      guards.add(guard(path, IS, part));
    }
  }

  private static Guard unchanged(JsonPart part) {
    if (!(part.value() instanceof Value.Embedded document)) {
      throw part.fault("is no document");
    }
    return part.checked(() -> new Guard.Unchanged(document.fields()));
  }

  private static Guard guard(FieldPath path, String operator, JsonPart part) {
    return part.checked(
        () ->
            switch (operator) {
              case IS -> new Guard.Is(path, operand(part));
              case IN ->
                  new Guard.In(path, part.array().stream().map(GuardReader::operand).toList());
              case EXISTS -> part.bool() ? new Guard.Exists(path) : new Guard.Absent(path);
              case AT_LEAST -> new Guard.AtLeast(path, part.value());
              case AT_MOST -> new Guard.AtMost(path, part.value());
              default -> throw noOperator(part);
            });
  }

  /** A value to compare with. Extended JSON takes an operator that it does not know for a field. */
  private static Value operand(JsonPart part) {
    Value value = part.value();
    if (value instanceof Value.Embedded) {
      requireNoOperator(part);
    }
    return value;
  }

  private static void requireNoOperator(JsonPart part) {
    part.elements().forEach(GuardReader::requireNoOperator);
    part.members()
        .forEach(
            (name, member) -> {
              if (!name.startsWith("$")) {
                requireNoOperator(member);
              } else if (part.value() instanceof Value.Embedded && !REFERENCE.contains(name)) {
                throw noOperator(member);
              }
            });
  }

  private static CommandFailure noOperator(JsonPart part) {
    return part.faultOf("no such operator; there are $eq, $in, $exists, $gte and $lte");
  }
}
