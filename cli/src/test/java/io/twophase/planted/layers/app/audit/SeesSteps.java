package io.twophase.planted.layers.app.audit;

import io.twophase.planted.layers.domain.protocol.Step;

/** The audit shares nothing with what it judges. */
public interface SeesSteps {

  Step step();
}
