package io.twophase.adapter.mongo.scene;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores do on servers, and servers are sent, what the scenes say. */
class ScenesTest {

  static Stream<Scenes.Scene> scenes() {
    return Stream.of(
            "commands",
            "failures",
            "stale",
            "unique",
            "hosts",
            "records",
            "retention",
            "adoption",
            "own",
            "waits",
            "forms",
            "homes")
        .flatMap(Scenes::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comeOutAsTheyAreWritten(Scenes.Scene scene) {
    try (ServerSteps steps = new ServerSteps()) {
      scene.play(steps::make);
    }
  }
}
