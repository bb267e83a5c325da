package io.twophase.adapter.mongo.scene;

import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;

/** Stores do on servers, and servers are sent, what the scenes say. */
class ScenesTest {

  @ScenesOf({
    "commands.txt",
    "failures.txt",
    "stale.txt",
    "unique.txt",
    "hosts.txt",
    "records.txt",
    "retention.txt",
    "adoption.txt",
    "own.txt",
    "waits.txt",
    "forms.txt",
    "homes.txt",
    "sharded.txt",
    "lost.txt",
    "whole.txt"
  })
  void comeOutAsTheyAreWritten(Scene scene) {
    try (ServerSteps steps = new ServerSteps()) {
      scene.play(steps::make);
    }
  }
}
