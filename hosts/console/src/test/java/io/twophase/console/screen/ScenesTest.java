package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Steps;
import io.twophase.domain.testing.Scenes;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenes in words: what is in the store, and what a console answers. A page has a title for each
 * scene, and below it {@link Steps}; an indented line is about the answer before it.
 */
class ScenesTest {

  static Stream<Scenes.Scene> scenes() {
    return Stream.of(
            "access.txt",
            "actions.txt",
            "audit.txt",
            "find.txt",
            "now.txt",
            "store.txt",
            "transaction.txt")
        .flatMap(page -> Scenes.ofLines(ScenesTest.class, page));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
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
