package io.twophase.domain.operation;

import static io.twophase.domain.operation.DocumentOperation.AddToField.WIDEST_CEILING;
import static io.twophase.domain.operation.DocumentOperation.AddToField.WIDEST_FLOOR;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.nested;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.value.Value;
import org.junit.jupiter.api.Test;

class DocumentOperationTest {

  private static final DocumentRef ORDER = order("o1");

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

  @Test
  void addsWithinTheWidestBoundsIfItNamesNone() {
    AddToField widest = new AddToField(ORDER, "total", -1);
    assertThat(widest.ceiling() - widest.floor()).isPositive();
    assertThat(widest).isEqualTo(new AddToField(ORDER, "total", -1, WIDEST_FLOOR, WIDEST_CEILING));
    assertThat(new AddToField(ORDER, "total", 1, -1, Long.MAX_VALUE - 1).floor()).isEqualTo(-1);
    assertThat(new AddToField(ORDER, "total", 1, 7, 7).ceiling()).isEqualTo(7);
  }
}
