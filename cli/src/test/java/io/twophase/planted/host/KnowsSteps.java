package io.twophase.planted.host;

import io.twophase.domain.machine.Step;

/** Nor is the step machine. */
interface KnowsSteps {

  Step step();
}
