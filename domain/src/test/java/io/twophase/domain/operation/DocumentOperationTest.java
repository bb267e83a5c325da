package io.twophase.domain.operation;

import static io.twophase.domain.operation.DocumentOperation.AddToField.WIDEST_CEILING;
import static io.twophase.domain.operation.DocumentOperation.AddToField.WIDEST_FLOOR;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import org.junit.jupiter.api.Test;

class DocumentOperationTest {

  private static final DocumentRef ORDER = order("o1");

  @Test
  void addsWithinTheWidestBoundsIfItNamesNone() {
    AddToField widest = new AddToField(ORDER, "total", -1);
    assertThat(widest.ceiling() - widest.floor()).isPositive();
    assertThat(widest).isEqualTo(new AddToField(ORDER, "total", -1, WIDEST_FLOOR, WIDEST_CEILING));
  }
}
