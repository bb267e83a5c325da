package io.twophase.domain.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.Labels.InvalidLabel;
import io.vavr.control.Either;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LabelsTest {
  @ScenesOf("labels.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(BodyWords.verbs(this).saying(InvalidLabel.class, LabelsTest::line));
  }

  private static String line(InvalidLabel invalid) {
    assertThat(invalid.message()).doesNotContain("\n");
    return invalid.kind() + ": " + invalid.message();
  }

  Either<InvalidLabel, Optional<String>> reference(String text) {
    return Labels.of(Optional.of(text), Map.of()).map(Labels::reference);
  }

  /** Returns whether the labels have that entry. */
  Either<InvalidLabel, Boolean> entry(String key, String value) {
    return Labels.of(Optional.empty(), Map.of(key, value))
        .map(labels -> labels.metadata().equals(Map.of(key, value)));
  }

  boolean include(String words) {
    String[] two = words.split(" \\| ", 2);
    return BodyWords.body(two[0]).labels().include(BodyWords.body(two[1]).labels());
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
}
