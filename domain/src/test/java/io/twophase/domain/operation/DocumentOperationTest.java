package io.twophase.domain.operation;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.nested;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentOperationTest {

  private static final DocumentRef ORDER = order("o1");

  private static final List<DocumentOperation> ALL =
      List.of(
          insert(ORDER, fields("total", 5)),
          change(ORDER, set("total", 5)),
          remove(ORDER),
          check(ORDER),
          absent(ORDER),
          add(ORDER, "total", 5));

  @Test
  void hasAKindAModeAndADocument() {
    assertThat(ALL)
        .<Class<?>>extracting(Object::getClass)
        .containsExactlyInAnyOrder(DocumentOperation.class.getPermittedSubclasses());
    assertThat(ALL)
        .extracting(DocumentOperation::kind)
        .containsExactly("insert", "change", "remove", "check", "absent", "add");
    assertThat(ALL)
        .extracting(DocumentOperation::mode)
        .containsExactly(
            HoldMode.EXCLUSIVE,
            HoldMode.EXCLUSIVE,
            HoldMode.EXCLUSIVE,
            HoldMode.SHARED,
            HoldMode.EXCLUSIVE,
            HoldMode.ESCROW);
    assertThat(ALL).extracting(DocumentOperation::document).containsOnly(ORDER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$a", ".a", "a.b"})
  void insertsNoFieldThatHasAMeaning(String name) {
    assertThatThrownBy(() -> insert(ORDER, fields(name, 1)))
        .hasMessage("insert of orders \"o1\": a field cannot be named \"" + name + "\"");
  }

  /** MongoDB would store another: only at the top level, and by inserts only. */
  @Test
  void insertsNoTimestampThatMongoReplaces() {
    Value empty = new Value.Other("timestamp", "0000000000000000");
    assertThatThrownBy(() -> insert(ORDER, fields("at", empty)))
        .hasMessage(
            "insert of orders \"o1\": MongoDB puts a timestamp of its own in place of the empty one"
                + " of the field \"at\"");
    assertThat(insert(ORDER, fields("in", fields("at", empty))).fields().has("in")).isTrue();
  }

  @Test
  void insertsAReservedNameInsideOfAField() {
    assertThat(insert(ORDER, fields("a", fields("escrow", 1))).fields().has("a")).isTrue();
    assertThatThrownBy(() -> insert(ORDER, fields("a", array(fields("$b", 1)))))
        .hasMessageContaining("a field cannot be named \"$b\"");
  }

  @Test
  void insertsAndNamesNothingDeeperThanMongoDbNests() {
    Value deepest = nested(99);
    Value deeper = nested(100);
    assertThat(insert(ORDER, fields("a", deepest)).fields().has("a")).isTrue();
    assertThatThrownBy(() -> insert(ORDER, fields("a", deeper)))
        .hasMessageContaining("more than 100");
    assertThat(order(fields("a", deepest))).isNotNull();
    assertThatThrownBy(() -> order(fields("a", deeper))).hasMessageContaining("more than 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "$a", ".a", "a.b", "\0a", "a\0", "_id", "escrow"})
  void addsToAFieldOfItsOwn(String field) {
    assertThatThrownBy(() -> add(ORDER, field, 1))
        .hasMessageContaining("add to orders \"o1\"")
        .hasMessageContaining("no name of a number field");
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 9", "-9223372036854775808, 0, 9", "1, 9, 8", "1, -2, 9223372036854775807"})
  void addsAnAmountWithinBoundsThat64BitsCanTell(long amount, long floor, long ceiling) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AddToField(ORDER, "total", amount, floor, ceiling))
        .withMessageContaining("field \"total\"");
  }

  @Test
  void addsWithinTheWidestBoundsIfItNamesNone() {
    AddToField widest = new AddToField(ORDER, "total", -1);
    assertThat(widest.ceiling() - widest.floor()).isPositive();
    assertThat(widest)
        .isEqualTo(
            new AddToField(ORDER, "total", -1, AddToField.WIDEST_FLOOR, AddToField.WIDEST_CEILING));
    assertThat(new AddToField(ORDER, "total", 1, -1, Long.MAX_VALUE - 1).floor()).isEqualTo(-1);
    assertThat(new AddToField(ORDER, "total", 1, 7, 7).ceiling()).isEqualTo(7);
  }
}
