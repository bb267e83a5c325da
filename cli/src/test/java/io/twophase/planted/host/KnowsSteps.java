package io.twophase.planted.host;

import io.twophase.domain.protocol.Step;

/** Nor is the step machine. */
interface KnowsSteps {

  Step step();
}
