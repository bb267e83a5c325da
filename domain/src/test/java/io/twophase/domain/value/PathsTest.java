package io.twophase.domain.value;

import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.testing.Answers;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {

  @Test
  void parsesNamesWithDotsBetweenThem() {
    FieldPath path = Answers.accepted(FieldPath.parse("address.city"));
    assertThat(path).isEqualTo(path("address.city")).hasToString("address.city");
    assertThat(path.names()).containsExactly("address", "city");
    assertThat(path.top()).isEqualTo("address");
    assertThat(path.last()).isEqualTo("city");
    assertThat(path("a.b.c").parents()).containsExactly(path("a"), path("a.b"));
    assertThat(path("a").parents()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', has an empty name",
    "a..b, has an empty name",
    "a., has an empty name",
    "a.$b, has a name that begins with $",
    "$, has a name that begins with $",
    "'\0a', has a zero character",
    "'a\0', has a zero character"
  })
  void refusesWhatIsNoPath(String text, String fault) {
    String line = "the field path \"" + text + "\" " + fault;
    assertThat(refused(FieldPath.parse(text)).message()).isEqualTo(line);
    assertThatIllegalArgumentException().isThrownBy(() -> FieldPath.of(text)).withMessage(line);
  }

  @Test
  void refusesANameWithADotAndNoNames() {
    assertThatThrownBy(() -> new FieldPath(List.of("a.b"))).hasMessageContaining("with a dot");
    assertThatThrownBy(() -> new FieldPath(List.of())).hasMessageContaining("an empty name");
  }

  @Test
  void aRefusalShowsAsMuchOfAPathAsIsNotBroken() {
    assertThat(refused(FieldPath.parse("\uD83D")).message())
        .isEqualTo("the field path \"…\" has half of a character");
    assertThat(refused(FieldPath.parse("a".repeat(198) + "..")).message()).doesNotContain("…");
  }

  @Test
  void isAsDeepAsMongoDbNests() {
    FieldPath deepest = new FieldPath(Collections.nCopies(100, "a"));
    assertThat(deepest.names()).hasSize(100);
    assertThatThrownBy(() -> new FieldPath(Collections.nCopies(101, "a")))
        .hasMessageContaining("has 101 names, at most 100");
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, true",
    "a, a.b, true",
    "a.b.c, a, true",
    "a.b, a.c, false",
    "a, ab, false",
    "a.b, b.a, false"
  })
  void overlapsWithItselfAndWithWhatIsInsideOfIt(String one, String other, boolean overlaps) {
    assertThat(path(one).overlaps(path(other))).isEqualTo(overlaps);
    assertThat(path(other).overlaps(path(one))).isEqualTo(overlaps);
  }

  @ParameterizedTest
  @CsvSource({
    "a.0, a, true",
    "a.9.b, a.b, true",
    "a.123456789, a, true",
    "a.1234567890, a.1234567890, false",
    "a.01, a.01, false",
    "a./, a./, false",
    "a.:, a.:, false",
    "0.a, 0.a, false"
  })
  void leadsThroughArraysByNumbers(String path, String withoutIndexes, boolean may) {
    assertThat(path(path).mayLeadIntoArrays()).isEqualTo(may);
    assertThat(path(path).withoutIndexes()).isEqualTo(path(withoutIndexes));
  }

  @ParameterizedTest
  @CsvSource({"a, b, -1", "a, a.b, -1", "a.b, a.b, 0", "a.c, a.b, 1", "b, a.z, 1"})
  void isOrderedNameByName(String one, String other, int order) {
    assertThat(Integer.signum(path(one).compareTo(path(other)))).isEqualTo(order);
    assertThat(Integer.signum(path(other).compareTo(path(one)))).isEqualTo(-order);
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
