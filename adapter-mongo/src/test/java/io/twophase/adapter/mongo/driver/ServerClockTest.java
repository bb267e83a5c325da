package io.twophase.adapter.mongo.driver;

import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A server's clock in scenes, in which a time is how long it is after the start. */
class ServerClockTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private Instant here = START;
  private Optional<Instant> there = Optional.of(START.plusSeconds(100));
  private Duration answerTakes = Duration.ZERO;
  private int asked;

  private final ServerClock clock =
      new ServerClock(
          () -> here,
          () -> {
            asked++;
            here = here.plus(answerTakes);
            return there;
          });

  @ScenesOf("clock.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this));
  }

  void here(Duration at) {
    here = START.plus(at);
  }

  void there(Optional<Duration> at) {
    there = at.map(START::plus);
  }

  void takes(Duration time) {
    answerTakes = time;
  }

  Duration now() {
    return Duration.between(START, clock.now());
  }

  Duration since(Duration at) {
    return clock.since(START.plus(at));
  }

  int asked() {
    return asked;
  }
}
