package io.twophase.planted.layers.ports;

import io.twophase.planted.layers.domain.machine.Step;

/** A port speaks of no steps. */
public interface SeesSteps {

  Step step();
}
