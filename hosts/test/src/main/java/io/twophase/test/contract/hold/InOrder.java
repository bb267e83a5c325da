package io.twophase.test.contract.hold;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import io.twophase.domain.value.Value.Embedded;
import java.util.Comparator;

/** Fields in the order of their names, which a store need not keep. */
public final class InOrder {

  private InOrder() {}

  /** The fields, with embedded documents, in that order. */
  public static Fields of(Fields fields) {
    return new Fields(
        fields.all().stream()
            .map(field -> new Field(field.name(), of(field.value())))
            .sorted(Comparator.comparing(Field::name))
            .toList());
  }

  private static Value of(Value value) {
    return value instanceof Embedded embedded ? new Embedded(of(embedded.fields())) : value;
  }
}
