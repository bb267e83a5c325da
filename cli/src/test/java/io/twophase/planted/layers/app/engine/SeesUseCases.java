package io.twophase.planted.layers.app.engine;

import io.twophase.planted.layers.app.audit.SeesSteps;

/** The engine knows of no use case. */
public interface SeesUseCases {

  SeesSteps seesSteps();
}
