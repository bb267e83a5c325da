package io.twophase.domain.value;

import static io.twophase.domain.testing.Documents.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathsTest {

  @Test
  void refusesANameWithADotAndNoNames() {
    assertThatThrownBy(() -> new FieldPath(List.of("a.b"))).hasMessageContaining("with a dot");
    assertThatThrownBy(() -> new FieldPath(List.of())).hasMessageContaining("an empty name");
  }

  @Test
  void isAsDeepAsMongoDbNests() {
    FieldPath deepest = new FieldPath(Collections.nCopies(100, "a"));
    assertThat(deepest.names()).hasSize(100);
    assertThatThrownBy(() -> new FieldPath(Collections.nCopies(101, "a")))
        .hasMessageContaining("has 101 names, at most 100");
  }

  @Test
  void fieldsHaveAnOrderAndNoNameTwice() {
    assertThat(fields("a", 1, "b", 2)).isNotEqualTo(fields("b", 2, "a", 1));
    assertThatThrownBy(() -> fields("a", 1, "a", 2)).hasMessageContaining("field a is there twice");
    assertThatThrownBy(() -> fields("\0a", 1)).hasMessageContaining("zero character");
    assertThat(fields("a", 1).get("b").isEmpty()).isTrue();
    assertThat(fields("a", null).has("a")).isTrue();
    assertThat(Fields.none()).isEqualTo(Fields.of());
    assertThat(fields("a", 1).bsonSize()).isEqualTo(4 + (1 + 2 + 4) + 1);
  }
}
