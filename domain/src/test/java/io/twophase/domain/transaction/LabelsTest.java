package io.twophase.domain.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.Labels.InvalidLabel;
import io.vavr.control.Either;
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

  /** The number of entries, of labels that are made at once. */
  Either<InvalidLabel, Integer> entries(NewTransaction body) {
    return Labels.of(Optional.empty(), body.labels().metadata())
        .map(labels -> labels.metadata().size());
  }

  @Test
  void anEntryHasAValue() {
    assertThatThrownBy(() -> Labels.NONE.with("k", null))
        .hasMessage("the value of the metadata's key k");
  }
}
