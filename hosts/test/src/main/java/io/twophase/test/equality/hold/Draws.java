package io.twophase.test.equality.hold;

import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.function.Predicate;

/**
 * The parts of random calls.
 *
 * @param otherDatabase a database beside the store's own
 * @param values what is in documents and changes, beside arrays and documents of these
 * @param isAsked which operations are asked for: all but those that the server is known to do
 *     otherwise than MongoDB
 */
public record Draws(
    String otherDatabase, List<Value> values, Predicate<DocumentOperation> isAsked) {

  /** Numbers that are equal and of different types; those that are equal to nothing else. */
  public static final List<Value> VALUES =
      DocumentWords.values(
          """
          null, true, 5, 5L, 5.0, 5.0m, 0.0, -0.0, decimal(000000000000000000000000000040b0),
          0.1, 0.1m, NaN, decimal(0000000000000000000000000000007c),
          -Infinity, decimal(00000000000000000000000000000078),
          2147483647, 9223372036854775807L, 9223372036854775807.0, "x", "", "$a", [], {}, 5d,
          objectId(507f1f77bcf86cd799439011), binData(0100000000ff), regex(5e780000),
          timestamp(0500000001000000)
          """);

  /** The values of which no two are numbers that are equal and of different types. */
  public static final List<Value> VALUES_OF_ONE_TYPE =
      VALUES.stream()
          .filter(
              value ->
                  VALUES.stream()
                      .limit(VALUES.indexOf(value))
                      .noneMatch(before -> before.matches(value)))
          .toList();

  /** Everything, on a server that does all as MongoDB does. */
  public static Draws everything(String otherDatabase) {
    return new Draws(otherDatabase, VALUES, operation -> true);
  }
}
