package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Operation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The size of a body counts 128 bytes for each part, and … */
class BodySizeTest {

  private static final DocumentRef ORDER = order("o1");
  private static final int TARGET = 128 + 3 * "orders".length() + 7;

  static Stream<Arguments> operations() {
    return Stream.of(
        arguments(debit("AB", usd("1")), 128 + 3 * 2),
        arguments(remove(ORDER), TARGET),
        arguments(insert(ORDER, fields("a", 1)), TARGET + 12),
        arguments(remove(ORDER, exists("a.b")), TARGET + 128 + 3 * 3),
        arguments(remove(ORDER, is("a", "x")), TARGET + 128 + 3 + 128 + 6),
        arguments(change(ORDER, set("ab", 5L)), TARGET + 128 + 3 * 2 + 8),
        arguments(add(ORDER, "abc", 1), TARGET + 3 * 3));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void threeBytesForEachCharacterOfANameAndTheBytesOfAValue(Operation operation, long bytes) {
    assertThat(BodySize.of(List.of(operation))).isEqualTo(bytes);
    assertThat(BodySize.of(List.of(operation, operation))).isEqualTo(2 * bytes);
  }
}
