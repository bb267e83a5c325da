package io.twophase.planted.layers.app.audit;

import io.twophase.planted.layers.domain.machine.Step;

/** The audit shares no code with the engine that it judges. */
public interface SeesSteps {

  Step step();
}
