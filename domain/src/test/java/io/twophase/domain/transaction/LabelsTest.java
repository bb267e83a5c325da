package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.transaction.Labels.InvalidLabel;
import io.vavr.control.Either;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelsTest {

  private static Either<InvalidLabel, Labels> reference(String text) {
    return Labels.of(Optional.of(text), Map.of());
  }

  private static Either<InvalidLabel, Labels> entry(String key, String value) {
    return Labels.of(Optional.empty(), Map.of(key, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "invoice 7", "a.b", "$x", "Rechnung № 7 😀", "="})
  void mostTextsAreReferences(String text) {
    assertThat(reference(text).get().reference()).isEqualTo(Optional.of(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " 7", "7 ", "a\u00a0", "a\nb", "a\u0000", "\ud800", "\udfff", "a\ufffd"})
  void someTextsAreNone(String text) {
    InvalidLabel invalid = reference(text).getLeft();

    assertThat(invalid.kind()).isEqualTo("BadReference");
    assertThat(invalid.message()).startsWith("reference '").doesNotContain("\n");
  }

  @Test
  void aReferenceHasItsLongest() {
    assertThat(reference("x".repeat(255)).isRight()).isTrue();
    assertThat(reference("x".repeat(256)).getLeft().message())
        .isEqualTo("reference '" + "x".repeat(60) + "…' has 256 characters, at most 255");
    assertThat(reference("x".repeat(59) + " ").getLeft().message()).doesNotContain("…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"order", "a b", "a$", "0", "ü😀", "a=b"})
  void mostTextsAreKeys(String key) {
    assertThat(entry(key, "").get().metadata()).isEqualTo(Map.of(key, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "$set", "a.b", ".", "a\u0000b", "\udc00"})
  void someTextsAreNoKeys(String key) {
    InvalidLabel invalid = entry(key, "v").getLeft();

    assertThat(invalid.kind()).isEqualTo("BadMetadata");
    assertThat(invalid.message()).startsWith("metadata key '");
  }

  @Test
  void aValueIsAnyLineOfText() {
    assertThat(entry("k", " $a.b ").isRight()).isTrue();
    assertThat(entry("k", "x".repeat(500)).isRight()).isTrue();
    assertThat(entry("k", "x".repeat(501)).getLeft().message()).startsWith("metadata k: value '");
    assertThat(entry("k", "a\tb").getLeft().message())
        .isEqualTo("metadata k: value 'a\ufffdb' has a control character");
    assertThat(entry("x".repeat(65), "v").getLeft().message()).endsWith("at most 64");
  }

  @Test
  void entriesAreLimitedInNumber() {
    Map<String, String> many = new LinkedHashMap<>();
    for (int at = 0; at < 32; at++) {
      many.put("k" + at, "v");
    }
    assertThat(Labels.of(Optional.empty(), many).isRight()).isTrue();
    many.put("one more", "v");

    assertThat(Labels.of(Optional.empty(), many).getLeft().message())
        .isEqualTo("metadata of 33 entries, at most 32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Labels(Optional.empty(), many))
        .withMessage("metadata of 33 entries, at most 32");
    assertThatThrownBy(() -> Labels.NONE.with("k", null))
        .hasMessage("the value of the metadata's key k");
  }

  @Test
  void whatIsWantedIsIncludedIfAllOfItIsSaid() {
    Labels said = Labels.NONE.referenced("7").with("a", "1").with("b", "2");

    assertThat(said.include(Labels.NONE)).isTrue();
    assertThat(said.include(Labels.NONE.with("b", "2"))).isTrue();
    assertThat(said.include(said)).isTrue();
    assertThat(said.include(Labels.NONE.referenced("8"))).isFalse();
    assertThat(said.include(Labels.NONE.with("b", "1"))).isFalse();
    assertThat(said.include(said.with("c", ""))).isFalse();
    assertThat(Labels.NONE.include(said)).isFalse();
  }

  @Test
  void labelsAreNoPartOfWhatIsAskedFor() {
    NewTransaction plain = transfer("t", "A", "B", usd("1"));
    NewTransaction labelled = plain.labelled(Labels.NONE.referenced("7"));

    assertThat(labelled.asksTheSameAs(plain)).isTrue();
    assertThat(labelled).isNotEqualTo(plain);
    assertThat(labelled.noted("why").labels()).isEqualTo(labelled.labels());
  }

  @Test
  void labelsCountForTheSizeOfARecord() {
    NewTransaction plain = transfer("t", "A", "B", usd("1"));
    Labels labels = Labels.NONE.referenced("x".repeat(255)).with("k", "ü".repeat(500));

    assertThat(BodySize.of(plain.labelled(labels)) - BodySize.of(plain)).isGreaterThan(1_255);
    assertThat(BodySize.of(plain.noted("x".repeat(10_000))) - BodySize.of(plain))
        .isGreaterThan(10_000);
  }
}
