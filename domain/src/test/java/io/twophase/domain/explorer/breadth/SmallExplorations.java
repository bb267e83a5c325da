package io.twophase.domain.explorer.breadth;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Texts;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Scenes of a space, those of minutes, and each rule that may be left out: they are beside the
 * test, in {@code scenes.csv}, {@code wide-scenes.csv} and {@code flaws.csv}.
 */
public abstract class SmallExplorations {

  private final String all;
  private final Class<? extends Enum<?>> flaws;

  /**
   * @param all the numbers of a scene, as they are if it names no other
   */
  protected SmallExplorations(String all, Class<? extends Enum<?>> flaws) {
    this.all = all;
    this.flaws = flaws;
  }

  protected abstract SmallSpace<?> explorer(Scene scene);

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "scenes.csv", delimiter = '|')
  void scene(String name, String words) {
    explorer(Scene.of(all, words)).holds(name);
  }

  /** More of it, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "wide-scenes.csv", delimiter = '|')
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, String words) {
    scene(name, words);
  }

  /** Without its rule, the explorer says that this is wrong. */
  @ParameterizedTest(name = "without its rule: {0}")
  @CsvFileSource(resources = "flaws.csv", delimiter = '|')
  void flaw(String rule, String words, String fault) {
    explorer(Scene.of(all, words).without(rule)).fails(rule, fault);
  }

  @Test
  void eachFlawIsInAScene() {
    assertThat(
            Texts.beside(getClass(), "flaws.csv").lines().map(line -> line.replaceAll(" .*", "")))
        .containsExactlyElementsOf(Stream.of(flaws.getEnumConstants()).map(Enum::name).toList());
  }
}
