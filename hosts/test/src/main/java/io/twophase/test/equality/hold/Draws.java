package io.twophase.test.equality.hold;

import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Value;
import java.math.BigDecimal;
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

  private static final String DECIMAL = "decimal";

  /** Numbers that are equal and of different types; those that are equal to nothing else. */
  public static final List<Value> VALUES =
      List.of(
          Documents.NULL,
          Documents.value(true),
          Documents.value(5),
          Documents.value(5L),
          Documents.value(5.0),
          Documents.value(new BigDecimal("5.0")),
          Documents.value(0.0),
          Documents.value(-0.0),
          new Value.Other(DECIMAL, "000000000000000000000000000040b0"),
          Documents.value(0.1),
          Documents.value(new BigDecimal("0.1")),
          Documents.value(Double.NaN),
          new Value.Other(DECIMAL, "0000000000000000000000000000007c"),
          Documents.value(Double.NEGATIVE_INFINITY),
          new Value.Other(DECIMAL, "00000000000000000000000000000078"),
          Documents.value(Integer.MAX_VALUE),
          Documents.value(Long.MAX_VALUE),
          Documents.value((double) Long.MAX_VALUE),
          Documents.value("x"),
          Documents.value(""),
          Documents.value("$a"),
          Documents.value(List.of()),
          Documents.value(Documents.fields()),
          new Value.Date(5),
          new Value.Other("objectId", "507f1f77bcf86cd799439011"),
          new Value.Other("binData", "0100000000ff"),
          new Value.Other("regex", "5e780000"),
          new Value.Other("timestamp", "0500000001000000"));

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
