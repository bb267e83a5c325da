package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Steps;
import io.twophase.domain.testing.Texts;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenes in words: what is in the store, and what a console answers. A page has a title for each
 * scene, and below it {@link Steps}; an indented line is about the answer before it. The lines
 * between {@code each a b} and {@code end} are there twice, {@code $each} is a, then b.
 */
class ScenesTest {

  private static final Pattern EACH = Pattern.compile("(?ms)^each (.*?)\n(.*?)^end\n");

  private record Scene(String title, List<String> lines) {

    static Stream<Scene> of(String page) {
      return Stream.of(Texts.beside(ScenesTest.class, page).split("(?m)^## ", -1))
          .skip(1)
          .map(text -> EACH.matcher(text).replaceAll(Scene::repeated))
          .map(text -> text.lines().filter(line -> !line.isBlank()).toList())
          .map(lines -> new Scene(lines.get(0), lines.subList(1, lines.size())));
    }

    private static String repeated(MatchResult block) {
      return Stream.of(block.group(1).split(" ", -1))
          .map(value -> block.group(2).replace("$each", value))
          .collect(Collectors.joining());
    }

    @Override
    public String toString() {
      return title;
    }
  }

  static Stream<Scene> scenes() {
    return Stream.of(
            "access.txt",
            "actions.txt",
            "audit.txt",
            "find.txt",
            "now.txt",
            "store.txt",
            "transaction.txt")
        .flatMap(Scene::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scene scene) {
    assertThat(scene.lines()).isNotEmpty();
    try (Bank bank = new Bank()) {
      Steps steps = new Steps(bank);
      scene.lines().forEach(steps::make);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /account?id=A -> 404",
        "GET /account?id=none",
        "  + 99.00",
        "  - 100.00",
        "  /account/balance = 99.00",
        "  /account/holds/*/link = /transaction?id=pay-7",
        "  Content-Type: text/html",
        "POST /account/freeze id=A action=a1 reason=fraud",
      })
  void aLineThatIsNotSoIsFound(String line) {
    try (Bank bank = new Bank()) {
      Steps steps = new Steps(bank);
      steps.make("GET /api/v1/account?id=A");

      assertThatThrownBy(() -> steps.make(line)).isInstanceOf(AssertionError.class);
    }
  }
}
