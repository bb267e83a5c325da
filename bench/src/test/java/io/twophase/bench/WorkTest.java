package io.twophase.bench;

import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;

/** Transfers, batches, events and indexes cost what docs/PROTOCOL.md and PERFORMANCE.md say. */
class WorkTest {

  @ScenesOf("work.txt")
  void costs(Scene scene) {
    try (WorkSteps steps = new WorkSteps()) {
      scene.play(steps::step);
    }
  }
}
